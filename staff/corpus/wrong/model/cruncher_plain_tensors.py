"""problem: cruncher
hint: is registered as an nn.Parameter

Weights are tensors that no module knows of.
"""


class Layer(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.weight = init_weight(d_in, d_out, torch.default_generator)


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        if dim < 0:
            raise ValueError(f"dim: {dim}")
        if num_layers < 0:
            raise ValueError(f"num_layers: {num_layers}")
        self.layers = nn.ModuleList(Layer(dim, dim) for _ in range(num_layers))
        self.final = Layer(dim, 1)

    def forward(self, x):
        for layer in self.layers:
            x = x @ layer.weight
        return (x @ self.final.weight).squeeze(-1)
