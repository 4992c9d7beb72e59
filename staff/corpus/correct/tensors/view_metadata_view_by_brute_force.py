"""view reads strides off the addresses, then compares every address."""


def _address(k, shape, strides):
    at = 0
    for n, s in zip(reversed(shape), reversed(strides)):
        at, k = at + k % n * s, k // n
    return at


class StridedView(StridedView):
    def view(self, shape):
        numel = math.prod(self.shape)
        new = _without_unknown(tuple(shape), numel)
        if not 0 < numel < 5000:
            return super().view(shape)
        strides, below = [], 1
        for n in reversed(new):
            strides.insert(0, _address(below, self.shape, self.strides) if n > 1 else 1)
            below *= n
        if any(
            _address(k, new, strides) != _address(k, self.shape, self.strides) for k in range(numel)
        ):
            raise ValueError(f"shape {shape} is no view of {self}")
        return StridedView(new, tuple(strides), self.storage_offset)
