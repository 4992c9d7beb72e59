"""problem: view_metadata
hint: before the beginning

Neither bound is clamped at the beginning.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        right = super().slice(dim, start, stop, step)
        d, n = dim % len(self.shape), self.shape[dim]
        start = 0 if start is None else start
        stop = n if stop is None else stop
        start = min(start + n if start < 0 else start, n)
        stop = min(stop + n if stop < 0 else stop, n)
        size = max(0, -(-(stop - start) // step))
        shape = (*right.shape[:d], size, *right.shape[d + 1 :])
        offset = self.storage_offset + start * self.strides[d]
        return StridedView(shape, right.strides, offset)
