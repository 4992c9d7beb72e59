"""problem: view_metadata
hint: TypeError

Refuses the integers of NumPy.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        if not isinstance(dim, int) or not isinstance(index, int):
            raise TypeError(f"dim {dim!r} and index {index!r} must be ints")
        return super().select(dim, index)
