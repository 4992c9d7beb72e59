"""problem: view_metadata
hint: but the call returned

view(0, -1) of an empty view makes the -1 a 0.
"""


class StridedView(StridedView):
    def view(self, shape):
        if 0 in self.shape and 0 in shape:
            shape = tuple(0 if n == -1 else n for n in shape)
        return super().view(shape)
