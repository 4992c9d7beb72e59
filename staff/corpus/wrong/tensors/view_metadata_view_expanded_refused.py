"""problem: view_metadata
hint: stride

A dim repeated with stride 0 can be split, but is refused.
"""


class StridedView(StridedView):
    def view(self, shape):
        if 0 in self.strides and math.prod(self.shape) and tuple(shape) != self.shape:
            raise ValueError(f"shape {shape}: a stride is 0")
        return super().view(shape)
