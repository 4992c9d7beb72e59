"""problem: view_metadata
hint: select

Cuts dim -1 out by [:dim] and [dim + 1:], which leaves too much.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        offset = super().select(dim, index).storage_offset
        shape, strides = self.shape, self.strides
        return StridedView(
            shape[:dim] + shape[dim + 1 :], strides[:dim] + strides[dim + 1 :], offset
        )
