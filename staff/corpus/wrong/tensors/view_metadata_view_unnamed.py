"""problem: view_metadata
hint: should name

An error that names neither the shape nor the strides, where these forbid it.
"""


class StridedView(StridedView):
    def view(self, shape):
        try:
            return super().view(shape)
        except ValueError as error:
            if "is no view of" in str(error):
                raise ValueError("impossible") from None
            raise
