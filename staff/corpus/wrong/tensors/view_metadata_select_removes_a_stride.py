"""problem: view_metadata
hint: not the first ones that are equal to them

Removes the stride by its value, and with it another dim's.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        view = super().select(dim, index)
        strides = list(self.strides)
        strides.remove(self.strides[dim])
        return StridedView(view.shape, tuple(strides), view.storage_offset)
