"""problem: view_metadata
hint: slice

`stop or size`: a stop of 0 is taken for none.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        return super().slice(dim, start or None, stop or None, step)
