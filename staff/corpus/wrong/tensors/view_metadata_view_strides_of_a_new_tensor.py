"""problem: view_metadata
hint: these are the strides of a new tensor

Whatever the view's own strides are.
"""


class StridedView(StridedView):
    def view(self, shape):
        v = super().view(shape)
        strides, step = [], 1
        for size in reversed(v.shape):
            strides.insert(0, step)
            step *= size
        return StridedView(v.shape, tuple(strides), v.storage_offset)
