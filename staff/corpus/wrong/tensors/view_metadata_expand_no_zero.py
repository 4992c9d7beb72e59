"""problem: view_metadata
hint: expand

Refuses to make 1 into 0.
"""


class StridedView(StridedView):
    def expand(self, shape):
        if 0 in shape and 0 not in self.shape:
            raise ValueError(f"shape {shape}")
        return super().expand(shape)
