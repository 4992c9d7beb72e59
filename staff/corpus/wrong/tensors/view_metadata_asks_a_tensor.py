"""problem: view_metadata
hint: a tensor was built

Lets a tensor on "meta" do the work.
"""


class StridedView(StridedView):
    def _ask(self, name, *arguments):
        x = torch.empty_strided(self.shape, self.strides, device="meta")
        x = getattr(x, name)(*map(int, arguments))
        return StridedView(tuple(x.shape), x.stride(), self.storage_offset + x.storage_offset())

    def select(self, dim, index):
        super().select(dim, index)
        return self._ask("select", dim, index)

    def transpose(self, d0, d1):
        super().transpose(d0, d1)
        return self._ask("transpose", d0, d1)
