"""problem: view_metadata
hint: expected IndexError

Has nothing to do where no bound is given, and does not look at the dim.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        if start is None and stop is None and step == 1:
            return self
        return super().slice(dim, start, stop, step)
