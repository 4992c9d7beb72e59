"""The adapters of three modules are methods of one class, which imports where it is called."""


class Adapters:
    def storage_index(self, index, strides, storage_offset=0):
        from cs336_basics.tensors import storage_index

        return storage_index(index, strides, storage_offset)

    def contiguous_strides(self, shape):
        from cs336_basics.tensors import contiguous_strides

        return contiguous_strides(shape)

    def is_contiguous(self, shape, strides):
        from cs336_basics.tensors import is_contiguous

        return is_contiguous(shape, strides)

    def view_metadata(self, shape, ops):
        from cs336_basics.tensors import StridedView, contiguous_strides

        view = StridedView(tuple(shape), contiguous_strides(shape), 0)
        for name, *rest in ops:
            match name:
                case "select":
                    view = view.select(*rest)
                case "slice":
                    view = view.slice(*rest)
                case "transpose":
                    view = view.transpose(*rest)
                case "expand":
                    view = view.expand(*rest)
                case "view":
                    view = view.view(*rest)
        return view.shape, view.strides, view.storage_offset

    def gather(self, storage, shape, strides, storage_offset):
        from cs336_basics.tensors import gather

        return gather(storage, shape, strides, storage_offset)

    def sliding_windows(self, x, size, step):
        if not (1 <= size <= x.shape[-1] and step >= 1):
            raise ValueError(f"{size=}, {step=}, time {x.shape[-1]}")
        shape = (*x.shape[:-1], (x.shape[-1] - size) // step + 1, size)
        last = x.stride(-1)
        return x.as_strided(shape, (*x.stride()[:-1], step * last, last))

    def attention_scores(self, q, k):
        from cs336_basics.einops_rewrites import attention_scores

        return attention_scores(q, k)

    def round_to_bfloat16(self, x):
        from cs336_basics.memory import round_to_bfloat16

        return round_to_bfloat16(x)

    def time_matmul(self, a, b, warmup, repeats):
        from cs336_basics.throughput import time_matmul

        return time_matmul(a, b, warmup, repeats)

    def optimizer_class(self, name):
        import cs336_basics.optim as optim

        return {
            "sgd": optim.SGD,
            "adagrad": optim.AdaGrad,
            "rmsprop": optim.RMSProp,
            "adam": optim.Adam,
            "adamw": optim.AdamW,
        }[name]

    def optimizer(self, name, params, grads, hyperparameters, resume_at=None):
        make = self.optimizer_class(name)
        optimizer = make(params, **hyperparameters)
        for number, step in enumerate(grads):
            if number == resume_at:
                state_dict = optimizer.state_dict()
                params = [param.detach().clone() for param in params]
                optimizer = make(params, **hyperparameters)
                optimizer.load_state_dict(state_dict)
            for param, grad in zip(params, step, strict=True):
                param.grad = grad
            optimizer.step()
        return {"params": params, "state": [dict(optimizer.state[param]) for param in params]}


_ADAPTERS = Adapters()

run_storage_index = _ADAPTERS.storage_index
run_contiguous_strides = _ADAPTERS.contiguous_strides
run_is_contiguous = _ADAPTERS.is_contiguous
run_view_metadata = _ADAPTERS.view_metadata
run_gather = _ADAPTERS.gather
run_sliding_windows = _ADAPTERS.sliding_windows
run_attention_scores = _ADAPTERS.attention_scores
run_round_to_bfloat16 = _ADAPTERS.round_to_bfloat16
run_time_matmul = _ADAPTERS.time_matmul
run_optimizer = run_optimizer_resumed = _ADAPTERS.optimizer
