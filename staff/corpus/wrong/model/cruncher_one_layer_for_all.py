"""problem: cruncher
hint: each should have a weight of its own

One layer, num_layers times.
"""

_Right = Cruncher


class Cruncher(_Right):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        self.layers = nn.ModuleList([_Linear(dim, dim)] * num_layers)
