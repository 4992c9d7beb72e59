"""problem: view_metadata
hint: forbid it

An empty view is treated as any other: its strides forbid.
"""


class StridedView(StridedView):
    def view(self, shape):
        if (
            0 in self.shape
            and self.strides != _row_major(self.shape)
            and tuple(shape) != self.shape
        ):
            raise ValueError(f"shape {shape}: the strides {self.strides} forbid it")
        return super().view(shape)
