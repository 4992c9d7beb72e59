"""problem: view_metadata

Every method ends in a helper that is named as_strided.
"""

from dataclasses import dataclass
from math import prod
@dataclass(frozen=True)
class StridedView:
    shape: tuple
    strides: tuple
    storage_offset: int
    def as_strided(self, dims, offset=0):
        return StridedView(tuple(n for n, _ in dims), tuple(s for _, s in dims), self.storage_offset + offset)
    def _dims(self):
        return [(int(n), int(s)) for n, s in zip(self.shape, self.strides)]
    def _dim(self, dim, rank=None):
        rank = len(self.shape) if rank is None else rank
        if not -rank <= dim < rank:
            raise IndexError(f"dim {dim}")
        return dim % rank
    def select(self, dim, index):
        dims, dim = self._dims(), self._dim(dim)
        n, s = dims.pop(dim)
        if not -n <= index < n:
            raise IndexError(f"index {index}")
        return self.as_strided(dims, index % n * s)
    def slice(self, dim, start=None, stop=None, step=1):
        dims, dim = self._dims(), self._dim(dim)
        if step < 1:
            raise ValueError(f"step {step}")
        n, s = dims[dim]
        kept = range(n)[start:stop:step]
        dims[dim] = (len(kept), s * step)
        return self.as_strided(dims, kept.start * s)
    def transpose(self, d0, d1):
        dims = self._dims()
        d0, d1 = (self._dim(d, len(dims) or 1) for d in (d0, d1))
        if dims:
            dims[d0], dims[d1] = dims[d1], dims[d0]
        return self.as_strided(dims)
    def expand(self, shape):
        dims = self._dims()
        new = len(shape) - len(dims)
        dims = [(None, 0)] * max(new, 0) + dims
        made = []
        for n, (old, s) in zip(shape, dims):
            if old is not None and n in (-1, old):
                made.append((old, s))
            elif n >= 0 and old in (None, 1):
                made.append((n, 0))
            else:
                raise ValueError(f"shape {shape}")
        if new < 0:
            raise ValueError(f"shape {shape}")
        return self.as_strided(made)
    def view(self, shape):
        shape, numel = list(shape), prod(self.shape)
        bad = ValueError(f"shape {shape}")
        known = prod(n for n in shape if n != -1)
        if shape.count(-1) > 1 or any(n < -1 for n in shape) or (-1 in shape and (known == 0 or numel % known)):
            raise bad
        if -1 in shape:
            shape[shape.index(-1)] = numel // known
        if prod(shape) != numel:
            raise bad
        if numel == 0:
            return self.as_strided([(n, prod(max(m, 1) for m in shape[i + 1:])) for i, n in enumerate(shape)])
        todo = [d for d in self._dims() if d[0] > 1]
        left, walk, made = 1, 1, []
        for n in reversed(shape):
            if n > 1 and left == 1:
                left, walk = todo.pop()
                while todo and todo[-1][1] == left * walk:
                    left *= todo.pop()[0]
            if left % n:
                raise bad
            made.insert(0, (n, walk))
            left, walk = left // n, walk * n
        return self.as_strided(made)
