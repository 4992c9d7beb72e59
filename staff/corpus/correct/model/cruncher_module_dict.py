"""ModuleDict and ParameterDict."""


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        for what, size in {"dim": dim, "num_layers": num_layers}.items():
            if not size >= 0:
                raise ValueError(f"{what} may not be {size}")
        draw = lambda o: nn.ParameterDict({"weight": init_weight(dim, o, torch.default_generator)})  # noqa: E731
        self.layers = nn.ModuleDict({f"{i}": draw(dim) for i in range(num_layers)})
        self.final = draw(1)

    def forward(self, x):
        for layer in self.layers.values():
            x = torch.mm(x, layer["weight"])
        return torch.mv(x, self.final["weight"][:, 0])
