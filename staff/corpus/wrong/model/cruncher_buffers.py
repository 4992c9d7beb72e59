"""problem: cruncher
hint: no training would change

Registers its weights as buffers, which no optimizer gets to see.
"""


class _Weight(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.register_buffer("weight", init_weight(rows, columns, torch.default_generator))


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        if dim < 0 or num_layers < 0:
            raise ValueError(f"dim={dim}, num_layers={num_layers}")
        self.layers = nn.ModuleList(_Weight(dim, dim) for _ in range(num_layers))
        self.final = _Weight(dim, 1)

    def forward(self, x):
        for layer in self.layers:
            x = x @ layer.weight
        return (x @ self.final.weight).squeeze(-1)
