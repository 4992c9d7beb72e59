"""problem: cruncher
hint: draw each layer's weight anew

All layers start with the same weights.
"""


class Cruncher(Cruncher):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        with torch.no_grad():
            for layer in self.layers:
                layer.weight.copy_(self.layers[0].weight)
