"""problem: view_metadata
hint: a view is a StridedView

Gives three numbers in the place of a view.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        view = super().transpose(d0, d1)
        return view.shape, view.strides, view.storage_offset
