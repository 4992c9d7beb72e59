"""problem: view_metadata
hint: offset

The offset is lost.
"""


class StridedView(StridedView):
    def view(self, shape):
        v = super().view(shape)
        return StridedView(v.shape, v.strides, 0)
