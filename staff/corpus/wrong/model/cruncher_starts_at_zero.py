"""problem: cruncher
hint: draw each one by itself

Starts with zeros after drawing.
"""


class Cruncher(Cruncher):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        with torch.no_grad():
            self.final.weight.zero_()
