"""problem: view_metadata
hint: new dims come in front

Compares dims from the left, as if new ones came last.
"""


class StridedView(StridedView):
    def expand(self, shape):
        if any(new not in (-1, old) and old != 1 for new, old in zip(shape, self.shape)):
            raise ValueError(f"shape {tuple(shape)} does not fit {self.shape}")
        return super().expand(shape)
