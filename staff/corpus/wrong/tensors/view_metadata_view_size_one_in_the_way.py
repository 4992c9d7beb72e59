"""problem: view_metadata
hint: is no view

A dim of size 1 with an odd stride forbids the view.
"""


class StridedView(StridedView):
    def view(self, shape):
        new = _without_unknown(tuple(shape), math.prod(self.shape))
        pairs = zip(self.shape, self.strides, self.shape[1:], self.strides[1:])
        if (
            0 not in new
            and new != self.shape
            and any(1 in (n, m) and s != m * t for n, s, m, t in pairs)
        ):
            raise ValueError(f"shape {shape} is no view")
        return super().view(shape)
