"""problem: view_metadata
hint: but the call returned

A size may become 1 too.
"""


class StridedView(StridedView):
    def expand(self, shape):
        new = len(shape) - len(self.shape)
        if new >= 0:
            kept = tuple(1 if n == 1 else m for n, m in zip(shape[new:], self.shape))
            return super(StridedView, StridedView(kept, self.strides, self.storage_offset)).expand(
                shape
            )
        return super().expand(shape)
