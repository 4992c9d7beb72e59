"""problem: view_metadata
hint: should name

The message names neither argument nor value.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        try:
            return super().select(dim, index)
        except IndexError:
            raise IndexError("out of range") from None
