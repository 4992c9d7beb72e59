"""Strides that nobody can observe are something else: 0 for size 1, 7 where nothing is left."""


def _other(v):
    strides = (0 if n == 1 else 7 if 0 in v.shape else s for n, s in zip(v.shape, v.strides))
    return StridedView(v.shape, tuple(strides), v.storage_offset)


class StridedView(StridedView):
    def expand(self, shape):
        return _other(super().expand(shape))

    def view(self, shape):
        return _other(super().view(shape))
