"""problem: view_metadata

Remembers the strides of a view by its old and new shape.
"""

_view, _known = StridedView.view, {}


class StridedView(StridedView):
    def view(self, shape):
        new = _view(self, shape)
        strides = _known.setdefault((self.shape, new.shape), new.strides)
        return StridedView(new.shape, strides, new.storage_offset)
