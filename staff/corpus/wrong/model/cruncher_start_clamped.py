"""problem: cruncher
hint: should start as init_weight says

Moves to the bound what lies beyond it.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: std = max(dim, 1) ** -0.5
with: for weight in self.parameters():
with:     nn.init.normal_(weight, std=std).data.clamp_(-3 * std, 3 * std)
"""
