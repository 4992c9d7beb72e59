"""problem: view_metadata
hint: but the call returned

Only the first dim is checked.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        return super().transpose(d0, d1 % max(len(self.shape), 1))
