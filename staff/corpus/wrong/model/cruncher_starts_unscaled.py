"""problem: cruncher
hint: this is not scaled by 1/√d_in

Starts with standard normal weights.
"""


class _Unscaled(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_in, d_out))


class Cruncher(Cruncher):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        with torch.no_grad():
            for p in self.parameters():
                p.normal_()
