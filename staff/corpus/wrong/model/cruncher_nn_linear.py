"""problem: cruncher
hint: nn.Linear's is the transpose

nn.Linear, whose head is 1 × dim.
"""


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        for name, size in (("dim", dim), ("num_layers", num_layers)):
            if size < 0:
                raise ValueError(f"{name}: {size}")
        self.layers = nn.ModuleList([nn.Linear(dim, dim, bias=False) for _ in range(num_layers)])
        self.final = nn.Linear(dim, 1, bias=False)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.final(x).squeeze(-1)
