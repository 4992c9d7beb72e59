"""problem: view_metadata
hint: but the call returned

A negative step passes and gives a negative stride.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        if step >= 0:
            return super().slice(dim, start, stop, step)
        d = _dim(dim, len(self.shape))
        r = range(*slice(start, stop, step).indices(self.shape[d]))
        shape, strides = list(self.shape), list(self.strides)
        offset = self.storage_offset + r.start * strides[d]
        shape[d], strides[d] = len(r), strides[d] * step
        return StridedView(tuple(shape), tuple(strides), offset)
