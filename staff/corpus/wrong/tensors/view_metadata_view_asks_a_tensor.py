"""problem: view_metadata
hint: a tensor was built

Only view lets a tensor do the work, and names its error anew.
"""


class StridedView(StridedView):
    def view(self, shape):
        try:
            x = torch.empty_strided(self.shape, self.strides, device="meta")
            x = x.view(tuple(int(n) for n in shape))
        except RuntimeError as error:
            raise ValueError(f"shape {tuple(shape)}: {error}") from None
        return StridedView(tuple(x.shape), x.stride(), self.storage_offset)
