"""problem: view_metadata
hint: expand

The repeated dim keeps its stride.
"""


class StridedView(StridedView):
    def expand(self, shape):
        v = super().expand(shape)
        new = len(v.shape) - len(self.shape)
        return StridedView(v.shape, (0,) * new + self.strides, v.storage_offset)
