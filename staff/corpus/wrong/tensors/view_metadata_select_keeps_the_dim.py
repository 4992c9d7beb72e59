"""problem: view_metadata
hint: should be gone, not of size 1

Selecting is slicing one position out.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        v = super().select(dim, index)
        dim %= len(self.shape)
        shape = (*v.shape[:dim], 1, *v.shape[dim:])
        return StridedView(shape, self.strides, v.storage_offset)
