"""problem: view_metadata

Slices of a dim of size 0 return early, with a step of 0 too.
"""

_right = StridedView.slice


def _slice(self, dim, start=None, stop=None, step=1):
    if self.shape and -len(self.shape) <= dim < len(self.shape) and self.shape[dim] == 0:
        step = max(step, 1)
    return _right(self, dim, start, stop, step)


StridedView.slice = _slice
