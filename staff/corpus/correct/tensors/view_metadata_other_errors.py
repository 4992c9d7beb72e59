"""TypeError for ValueError, ValueError for IndexError."""


class StridedView(StridedView):
    def select(self, dim, index):
        try:
            return super().select(dim, index)
        except IndexError as error:
            raise ValueError(str(error))

    def expand(self, shape):
        try:
            return super().expand(shape)
        except ValueError as error:
            raise TypeError(*error.args)

    def view(self, shape):
        try:
            return super().view(shape)
        except ValueError as error:
            raise TypeError(*error.args)
