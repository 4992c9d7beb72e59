"""problem: cruncher
hint: put them into an nn.ModuleList

Holds its layers in a plain list, where no Module finds them.
"""

_Right = Cruncher


class Cruncher(_Right):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        layers = list(self.layers)
        del self.layers
        self.layers = layers
