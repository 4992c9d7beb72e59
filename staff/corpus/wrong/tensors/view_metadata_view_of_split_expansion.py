"""problem: view_metadata
hint: stride

Splits a dim of stride 0 into row-major strides.
"""


class StridedView(StridedView):
    def view(self, shape):
        v = super().view(shape)
        if self.strides and set(self.strides) == {0}:
            return StridedView(v.shape, _row_major(v.shape), v.storage_offset)
        return v
