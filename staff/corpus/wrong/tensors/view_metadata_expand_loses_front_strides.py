"""problem: view_metadata
hint: stride

New dims in front get the strides, the old ones move on.
"""


class StridedView(StridedView):
    def expand(self, shape):
        v = super().expand(shape)
        added = len(shape) - len(self.shape)
        strides = v.strides[added:] + (0,) * added
        return StridedView(v.shape, strides, v.storage_offset)
