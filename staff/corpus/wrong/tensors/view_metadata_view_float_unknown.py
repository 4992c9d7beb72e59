"""problem: view_metadata
hint: ValueError

-1 comes from a float division, not exact beyond 2⁵³.
"""


class StridedView(StridedView):
    def view(self, shape):
        known = math.prod(int(n) for n in shape if n != -1)
        if known > 0 and -1 in shape:
            missing = int(math.prod(int(n) for n in self.shape) / known)
            shape = tuple(missing if n == -1 else n for n in shape)
        return super().view(shape)
