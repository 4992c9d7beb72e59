"""problem: view_metadata
hint: expected

An empty slice moves the offset by a start that was not clamped.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        v = super().slice(dim, start, stop, step)
        d = dim % len(self.shape)
        if v.shape[d] or start is None or start < 0:
            return v
        return StridedView(v.shape, v.strides, self.storage_offset + start * self.strides[d])
