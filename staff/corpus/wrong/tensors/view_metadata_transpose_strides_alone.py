"""problem: view_metadata
hint: here the strides alone do

Leaves the sizes in their places.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        v = super().transpose(d0, d1)
        return StridedView(self.shape, v.strides, v.storage_offset)
