"""problem: view_metadata
hint: but the call returned

Any dim is taken modulo the rank.
"""


class StridedView(StridedView):
    def select(self, dim, index):
        return super().select(dim % max(len(self.shape), 1), index)

    def slice(self, dim, start=None, stop=None, step=1):
        return super().slice(dim % max(len(self.shape), 1), start, stop, step)

    def transpose(self, d0, d1):
        rank = max(len(self.shape), 1)
        return super().transpose(d0 % rank, d1 % rank)
