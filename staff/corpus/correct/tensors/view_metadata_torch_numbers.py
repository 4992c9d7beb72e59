"""Counts the elements with a tensor of the sizes."""


class StridedView(StridedView):
    def view(self, shape):
        new = torch.tensor([int(n) for n in shape], dtype=torch.int64)
        numel = int(torch.tensor([1, *self.shape], dtype=torch.int64).prod())
        if (new < -1).any() or (new == -1).sum() > 1:
            raise ValueError(f"shape {tuple(shape)}")
        if (new == -1).any():
            known = int(new[new != -1].prod())
            if known == 0 or numel % known:
                raise ValueError(f"shape {tuple(shape)}")
            new[new == -1] = numel // known
        return super().view(tuple(new.tolist()))
