"""problem: view_metadata
hint: negative start or stop as 0

Negative bounds are clamped before the size is added.
"""


class StridedView(StridedView):
    def slice(self, dim, start=None, stop=None, step=1):
        first, last = (n if n is None else max(n, 0) for n in (start, stop))
        return super().slice(dim, first, last, step)
