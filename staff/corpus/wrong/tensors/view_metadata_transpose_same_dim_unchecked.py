"""problem: view_metadata
hint: transpose(

Gives back a view whose dim is swapped with itself before looking whether there is such a dim.
"""


class StridedView(StridedView):
    def transpose(self, d0, d1):
        if d0 == d1:
            return self
        return super().transpose(d0, d1)
