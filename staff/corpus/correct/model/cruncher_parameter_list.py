"""Weights kept in tiny modules, multiplied by einsum."""


class _Weight(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.weight = nn.Parameter(init_weight(rows, columns, torch.default_generator))


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        if dim < 0:
            raise ValueError(f"dim={dim}")
        if num_layers < 0:
            raise ValueError(f"num_layers={num_layers}")
        self.layers = nn.Sequential(*(_Weight(dim, dim) for _ in range(num_layers)))
        self.final = _Weight(dim, 1)

    def forward(self, x):
        for layer in self.layers:
            x = torch.einsum("bi,io->bo", x, layer.weight)
        return torch.einsum("bi,io->b", x, self.final.weight)
