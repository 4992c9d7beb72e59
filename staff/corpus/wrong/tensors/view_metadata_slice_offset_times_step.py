"""problem: view_metadata
hint: offset

The offset moves by start times the new stride.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        v = super().slice(dim, start, stop, step)
        return StridedView(
            v.shape,
            v.strides,
            self.storage_offset + (v.storage_offset - self.storage_offset) * step,
        )
