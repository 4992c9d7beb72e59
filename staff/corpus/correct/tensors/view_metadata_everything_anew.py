"""A class of its own: lists, dataclasses.replace, and torch's own algorithm for views."""

import dataclasses


@dataclass(frozen=True)
class StridedView:
    shape: tuple
    strides: tuple
    storage_offset: int

    def _wrap(self, dim, extra=0):
        rank = len(self.shape) or extra
        if dim < -rank or dim >= rank:
            raise IndexError("dim=%d for rank %d" % (dim, rank))
        return dim + rank if dim < 0 else dim

    def select(self, dim, index):
        dim = self._wrap(dim)
        if index < -self.shape[dim] or index >= self.shape[dim]:
            raise IndexError(f"index={index}, size={self.shape[dim]}")
        if index < 0:
            index += self.shape[dim]
        shape, strides = list(self.shape), list(self.strides)
        del shape[dim]
        return dataclasses.replace(
            self,
            shape=shape,
            storage_offset=self.storage_offset + index * strides.pop(dim),
            strides=strides,
        )

    def slice(self, dim, start=None, stop=None, step=1):
        dim = self._wrap(dim)
        if step <= 0:
            raise ValueError(f"step={step} is not positive")
        n = self.shape[dim]
        start = 0 if start is None else start
        stop = n if stop is None else stop
        start = min(max(start + n if start < 0 else start, 0), n)
        stop = min(max(stop + n if stop < 0 else stop, start), n)
        shape, strides = list(self.shape), list(self.strides)
        shape[dim] = (stop - start + step - 1) // step
        strides[dim] *= step
        return StridedView(shape, strides, self.storage_offset + start * self.strides[dim])

    def transpose(self, d0, d1):
        d0, d1 = self._wrap(d0, 1), self._wrap(d1, 1)
        shape, strides = list(self.shape), list(self.strides)
        if shape:
            shape[d0], shape[d1] = shape[d1], shape[d0]
            strides[d0], strides[d1] = strides[d1], strides[d0]
        return StridedView(shape, strides, self.storage_offset)

    def expand(self, shape):
        if len(shape) < len(self.shape):
            raise ValueError(f"shape={shape} has fewer dims than {self.shape}")
        out, strides = [], []
        for back in range(1, len(shape) + 1):
            want = shape[-back]
            if back <= len(self.shape):
                have, stride = self.shape[-back], self.strides[-back]
                want = have if want == -1 else want
                if want != have and have != 1 or want < 0:
                    raise ValueError(f"shape={shape} does not fit {self.shape}")
                strides.insert(0, stride if have == want else 0)
            else:
                if want < 0:
                    raise ValueError(f"shape={shape}: a new dim of {want}")
                strides.insert(0, 0)
            out.insert(0, want)
        return StridedView(out, strides, self.storage_offset)

    def view(self, shape):
        numel, shape = math.prod(self.shape), list(shape)
        if any(n < -1 for n in shape) or shape.count(-1) > 1:
            raise ValueError(f"shape={shape}")
        if -1 in shape:
            rest = math.prod(n for n in shape if n != -1)
            if rest == 0 or numel % rest:
                raise ValueError(f"shape={shape} for {numel} elements")
            shape[shape.index(-1)] = numel // rest
        if math.prod(shape) != numel:
            raise ValueError(f"shape={shape} for {numel} elements")
        strides = [1] * len(shape)
        if numel == 0:
            return StridedView(shape, strides, self.storage_offset)
        at, base = len(shape) - 1, self.strides[-1] if self.strides else 1
        chunk = here = 1
        for d in range(len(self.shape) - 1, -1, -1):
            chunk *= self.shape[d]
            if d == 0 or self.shape[d - 1] != 1 and self.strides[d - 1] != chunk * base:
                while at >= 0 and (here < chunk or shape[at] == 1):
                    strides[at] = here * base
                    here *= shape[at]
                    at -= 1
                if here != chunk:
                    raise ValueError(f"shape={shape} with strides {self.strides}")
                if d:
                    base, chunk, here = self.strides[d - 1], 1, 1
        return StridedView(shape, strides, self.storage_offset)
