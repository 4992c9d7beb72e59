"""All of the module's answers are methods of one class, one of them with as_strided."""

import itertools


class Answers:
    """Each answer by its name."""

    @classmethod
    def positions(cls, shape, strides, storage_offset):
        if not shape:
            return torch.tensor(int(storage_offset))
        inner = cls.positions(shape[1:], strides[1:], storage_offset)
        outer = torch.arange(int(shape[0])) * int(strides[0])
        return outer.view(-1, *[1] * inner.ndim) + inner

    @classmethod
    def gather(cls, storage, shape, strides, storage_offset):
        _check_lengths(shape, strides)
        at = cls.positions(tuple(shape), tuple(strides), storage_offset)
        if at.numel() and not 0 <= int(at.min()) <= int(at.max()) < len(storage):
            raise IndexError("an element lies outside storage")
        return storage[at.flatten()].view(at.shape)

    @staticmethod
    def sliding_windows(x, size, step):
        if size < 1 or size > x.shape[-1]:
            raise ValueError(f"size must be 1 to {x.shape[-1]}, got {size}")
        if step < 1:
            raise ValueError(f"step must be at least 1, got {step}")
        *strides, last = x.stride()
        shape = (*x.shape[:-1], (x.shape[-1] - size) // step + 1, size)
        return torch.as_strided(x, shape, (*strides, last * step, last), x.storage_offset())

    @staticmethod
    def causal_mask(n):
        mask = torch.zeros(n, n, dtype=torch.bool)
        for query, key in itertools.product(range(n), repeat=2) if n < 50 else ():
            mask[query, key] = key <= query
        return mask if n < 50 else torch.ones(n, n).tril().bool()


gather = Answers.gather
sliding_windows = Answers.sliding_windows
causal_mask = Answers.causal_mask
