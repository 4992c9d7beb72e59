"""problem: cruncher
hint: squeeze(-1)

Squeezes a batch of 1 away.
"""


class _Layer(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        std = max(d_in, 1) ** -0.5
        w = torch.empty(d_in, d_out)
        self.weight = nn.Parameter(nn.init.trunc_normal_(w, std=std, a=-3 * std, b=3 * std))

    def forward(self, x):
        return x @ self.weight


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        for name, size in (("dim", dim), ("num_layers", num_layers)):
            if size < 0:
                raise ValueError(f"{name}: {size}")
        self.layers = nn.ModuleList([_Layer(dim, dim) for _ in range(num_layers)])
        self.final = _Layer(dim, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.final(x).squeeze()
