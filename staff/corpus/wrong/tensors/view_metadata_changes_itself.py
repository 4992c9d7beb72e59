"""problem: view_metadata
hint: changed the view that it was asked of

Methods change the view in place, and give it back.
"""


def _in_place(name):
    method = getattr(_View, name)

    def changed(self, *arguments):
        new = method(_View(self.shape, self.strides, self.storage_offset), *arguments)
        self.shape, self.strides, self.storage_offset = new.shape, new.strides, new.storage_offset
        return self

    return changed


_View = StridedView


class StridedView:
    def __init__(self, shape, strides, storage_offset):
        self.shape, self.strides, self.storage_offset = shape, strides, storage_offset

    select, slice, transpose, expand, view = map(
        _in_place, ("select", "slice", "transpose", "expand", "view")
    )
