"""problem: cruncher
hint: gives torch.float32 for a float64 x

Turns the output into float32, whatever the weights and x are.
"""

_forward = Cruncher.forward
Cruncher.forward = lambda self, x: _forward(self, x).float()
