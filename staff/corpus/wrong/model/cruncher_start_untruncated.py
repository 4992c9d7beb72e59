"""problem: cruncher
hint: should start as init_weight says

Scales the weights, as the lecture's code does, and cuts nothing.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: for weight in self.parameters():
with:     nn.init.normal_(weight, std=max(dim, 1) ** -0.5)
"""
