"""problem: view_metadata
hint: IndexError

Refuses transpose(0, -1) of a 0-d view.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        _dim(d0, len(self.shape))
        return super().transpose(d0, d1)
