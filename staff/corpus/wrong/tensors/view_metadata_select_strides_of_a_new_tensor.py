"""problem: view_metadata
hint: use the view's own strides, not those of a new tensor

The offset moves as if the view were contiguous.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        v = super().select(dim, index)
        dim %= len(self.shape)
        offset = self.storage_offset + index % self.shape[dim] * _row_major(self.shape)[dim]
        return StridedView(v.shape, v.strides, offset)
