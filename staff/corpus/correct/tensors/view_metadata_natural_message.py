"""problem: view_metadata

A view that cannot be is said as: cannot view (3, 4) as (12,).
"""


class StridedView(StridedView):
    def view(self, shape):
        try:
            return super().view(shape)
        except ValueError:
            raise ValueError(f"cannot view {tuple(self.shape)} as {tuple(shape)}") from None
