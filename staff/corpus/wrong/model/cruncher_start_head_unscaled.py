"""problem: cruncher
hint: final.weight should start as init_weight says

The head has one output, and is not scaled.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: nn.init.normal_(self.final.weight)
"""
