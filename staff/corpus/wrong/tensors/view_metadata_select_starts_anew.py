"""problem: view_metadata
hint: the offset that the view already had is lost

The offset is set, not added to.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        v = super().select(dim, index)
        dim %= len(self.shape)
        return StridedView(v.shape, v.strides, index % self.shape[dim] * self.strides[dim])
