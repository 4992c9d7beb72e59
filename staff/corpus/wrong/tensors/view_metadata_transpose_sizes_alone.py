"""problem: view_metadata
hint: here the sizes alone do

Leaves the strides in their places.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        v = super().transpose(d0, d1)
        return StridedView(v.shape, self.strides, v.storage_offset)
