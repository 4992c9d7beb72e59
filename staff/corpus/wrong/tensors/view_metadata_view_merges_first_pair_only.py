"""problem: view_metadata
hint: but the call returned

Checks only the two outermost dims before it merges.
"""


class StridedView(StridedView):
    def view(self, shape):
        try:
            return super().view(shape)
        except ValueError:
            new = _without_unknown(tuple(shape), math.prod(self.shape))
            if len(self.shape) < 3 or self.strides[0] != self.shape[1] * self.strides[1]:
                raise
            return StridedView(new, _row_major(new), self.storage_offset)
