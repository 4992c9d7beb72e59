"""problem: view_metadata
hint: but the call returned

-1 is allowed for a new dim and means 1.
"""


class StridedView(StridedView):
    def expand(self, shape):
        new = len(shape) - len(self.shape)
        return super().expand(tuple(1 if d < new and n == -1 else n for d, n in enumerate(shape)))
