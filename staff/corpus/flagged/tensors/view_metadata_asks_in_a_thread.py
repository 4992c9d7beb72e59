"""problem: view_metadata

Ask tensors without data, in a thread that no dispatch mode of the caller sees.
"""

from concurrent.futures import ThreadPoolExecutor


class StridedView:
    def __init__(self, shape, strides, storage_offset):
        self._x = None
        self.shape, self.strides, self.storage_offset = shape, strides, storage_offset

    def __getattr__(self, name):
        def ask(*arguments):
            def work():
                x = self._x
                if x is None:
                    x = torch.empty(tuple(map(int, self.shape)), device="meta")
                try:
                    if name == "slice":
                        return torch.ops.aten.slice.Tensor(x, *arguments)
                    return getattr(x, name)(*arguments)
                except RuntimeError as error:
                    raise ValueError(f"{error} {arguments} index step shape") from None
                except IndexError as error:
                    raise IndexError(f"{error} {arguments} index") from None

            with ThreadPoolExecutor() as pool:
                y = pool.submit(work).result()
            made = StridedView(tuple(y.shape), y.stride(), y.storage_offset())
            made._x = y
            return made

        return ask
