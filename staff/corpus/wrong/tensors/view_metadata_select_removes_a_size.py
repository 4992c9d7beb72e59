"""problem: view_metadata
hint: not the first ones that are equal to them

Removes the size by its value, and with it another dim's.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        view = super().select(dim, index)
        shape = list(self.shape)
        shape.remove(self.shape[dim])
        return StridedView(tuple(shape), view.strides, view.storage_offset)
