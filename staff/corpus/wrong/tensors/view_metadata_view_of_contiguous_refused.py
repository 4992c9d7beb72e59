"""problem: view_metadata
hint: takes any shape of as many elements

Splits dims, and does not merge them.
"""


class StridedView(StridedView):
    def view(self, shape):
        v = super().view(shape)
        if math.prod(self.shape) and len([n for n in v.shape if n > 1]) < len(
            [n for n in self.shape if n > 1]
        ):
            raise ValueError(f"shape {shape} merges dims")
        return v
