"""problem: view_metadata
hint: not those of a new tensor

Gives the strides that a new tensor of the swapped shape has.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        v = super().transpose(d0, d1)
        return StridedView(v.shape, contiguous_strides(v.shape), v.storage_offset)
