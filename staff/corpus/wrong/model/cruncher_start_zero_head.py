"""problem: cruncher
hint: final.weight should start as init_weight says

Starts the head at 0, so that the first output is.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: nn.init.zeros_(self.final.weight)
"""
