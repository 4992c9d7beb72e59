"""problem: view_metadata
hint: but the call returned

Off by one: index == size passes.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        d = _dim(dim, len(self.shape))
        if index == self.shape[d]:
            return StridedView(
                self.shape[:d] + self.shape[d + 1 :],
                self.strides[:d] + self.strides[d + 1 :],
                self.storage_offset + index * self.strides[d],
            )
        return super().select(dim, index)
