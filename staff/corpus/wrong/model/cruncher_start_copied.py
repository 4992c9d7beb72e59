"""problem: cruncher
hint: starts as a copy of layers.0.weight

Draws one square weight, and copies it to every layer.

replace: self.final = _Linear(dim, 1)
with: for layer in self.layers:
with:     layer.weight.data.copy_(self.layers[0].weight.data)
with: self.final = _Linear(dim, 1)
"""
