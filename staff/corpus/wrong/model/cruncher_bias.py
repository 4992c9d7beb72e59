"""problem: cruncher
hint: the layers have no bias

Adds a bias in the head.
"""

_Right = Cruncher


class Cruncher(_Right):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        self.final.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return super().forward(x) + self.final.bias
