"""Multiplies the head into the layers first: a chain of matrix times vector."""


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        for name, value in (("dim", dim), ("num_layers", num_layers)):
            if value < 0:
                raise ValueError(f"{name} = {value}")
        weights = [init_weight(dim, dim, torch.default_generator) for _ in range(num_layers)]
        self.layers = nn.ModuleDict(
            {str(i): nn.ParameterDict({"weight": w}) for i, w in enumerate(weights)}
        )
        self.final = nn.ParameterDict({"weight": init_weight(dim, 1, torch.default_generator)})

    def forward(self, x):
        v = self.final["weight"]
        for layer in reversed(self.layers.values()):
            v = layer["weight"] @ v
        return (x @ v).view(-1)
