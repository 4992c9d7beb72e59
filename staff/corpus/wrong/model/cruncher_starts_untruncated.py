"""problem: cruncher
hint: truncated at three standard deviations

Not truncated.
"""


class Cruncher(Cruncher):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        with torch.no_grad():
            for p in self.parameters():
                p.normal_(std=dim**-0.5 if dim else 1.0)
