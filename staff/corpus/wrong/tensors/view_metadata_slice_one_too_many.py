"""problem: view_metadata
hint: one position too many

Adds one to the quotient, rounded down.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        right = super().slice(dim, start, stop, step)
        d, n = dim % len(self.shape), self.shape[dim]
        start = 0 if start is None else start
        stop = n if stop is None else stop
        start = min(max(start + n if start < 0 else start, 0), n)
        stop = min(max(stop + n if stop < 0 else stop, 0), n)
        size = max(stop - start, 0) // step + 1
        shape = (*right.shape[:d], size, *right.shape[d + 1 :])
        offset = self.storage_offset + start * self.strides[d]
        return StridedView(shape, right.strides, offset)
