"""select is a slice of one position without its dim; new views are made by a helper."""


class StridedView(StridedView):
    def _with(self, shape, strides, offset=None):
        return type(self)(
            tuple(shape), tuple(strides), self.storage_offset if offset is None else offset
        )

    def select(self, dim, index):
        if not -len(self.shape) <= dim < len(self.shape):
            raise IndexError(f"dim: {dim}, rank: {len(self.shape)}")
        size = self.shape[dim]
        if index not in range(-size, size):
            raise IndexError(f"index: {index}, size: {size}")
        index = range(size)[index]
        one = self.slice(dim, index, index + 1)
        keep = [d for d in range(len(self.shape)) if d not in (dim, dim + len(self.shape))]
        return self._with(
            [one.shape[d] for d in keep], [one.strides[d] for d in keep], one.storage_offset
        )

    def transpose(self, d0, d1):
        super().transpose(d0, d1)
        order = list(range(len(self.shape)))
        if order:
            order[d0], order[d1] = order[d1], order[d0]
        return self._with([self.shape[d] for d in order], [self.strides[d] for d in order])
