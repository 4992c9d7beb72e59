"""problem: view_metadata
hint: 0

view(-1) of an empty view is refused.
"""


class StridedView(StridedView):
    def view(self, shape):
        if -1 in shape and 0 in self.shape:
            raise ValueError(f"shape {shape}: -1 of an empty view")
        return super().view(shape)
