"""problem: cruncher
hint: name the parameters layers.0.weight

Other names for the layers.
"""


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        for name, size in (("dim", dim), ("num_layers", num_layers)):
            if size < 0:
                raise ValueError(f"{name}: {size}")
        self.blocks = nn.ParameterList([torch.randn(dim, dim) for _ in range(num_layers)])
        self.head = nn.Parameter(torch.randn(dim, 1))

    def forward(self, x):
        for block in self.blocks:
            x = x @ block
        return (x @ self.head).squeeze(-1)
