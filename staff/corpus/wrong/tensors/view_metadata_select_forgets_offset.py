"""problem: view_metadata
hint: the offset that the view already had is lost

Begins again at 0, whatever was selected before.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        v = super().select(dim, index)
        return StridedView(v.shape, v.strides, v.storage_offset - self.storage_offset)
