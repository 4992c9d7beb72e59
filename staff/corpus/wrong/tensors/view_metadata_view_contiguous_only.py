"""problem: view_metadata
hint: not contiguous

Refuses whatever is not contiguous, splits of a strided dim too.
"""


class StridedView(StridedView):
    def view(self, shape):
        if not is_contiguous(self.shape, self.strides):
            raise ValueError(f"shape {shape}: not contiguous")
        return super().view(shape)
