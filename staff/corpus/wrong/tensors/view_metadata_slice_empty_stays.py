"""problem: view_metadata
hint: clamped start

An empty slice leaves the offset where it was.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        v = super().slice(dim, start, stop, step)
        return v if v.shape[dim] else StridedView(v.shape, v.strides, self.storage_offset)
