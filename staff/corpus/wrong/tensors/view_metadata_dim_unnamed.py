"""problem: view_metadata
hint: should name

An IndexError that names the value alone.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        if not -len(self.shape) <= dim < len(self.shape):
            raise IndexError(f"{dim} is out of range")
        return super().select(dim, index)
