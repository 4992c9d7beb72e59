"""view by a list of merged runs in numbers alone, written with a generator and a stack."""


class StridedView(StridedView):
    def view(self, shape):
        new = _without_unknown(tuple(shape), math.prod(self.shape))
        if not math.prod(new):
            return StridedView(new, (1,) * len(new), self.storage_offset)
        runs = []
        for n, s in zip(self.shape, self.strides):
            if n == 1:
                continue
            if runs and runs[-1][1] == n * s:
                runs[-1] = [runs[-1][0] * n, s]
            else:
                runs.append([n, s])
        strides = [0] * len(new)
        d = len(new) - 1
        while runs:
            n, s = runs.pop()
            while n > 1:
                if d < 0 or n % new[d]:
                    raise ValueError(f"shape {tuple(shape)} does not follow strides {self.strides}")
                strides[d] = s
                n, s, d = n // new[d], s * new[d], d - 1
        return StridedView(new, tuple(strides), self.storage_offset)
