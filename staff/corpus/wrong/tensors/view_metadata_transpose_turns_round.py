"""problem: view_metadata
hint: turns round the order of all

Reverses all dims, as `.T` of NumPy does.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        v = super().transpose(d0, d1)
        return StridedView(self.shape[::-1], self.strides[::-1], v.storage_offset)
