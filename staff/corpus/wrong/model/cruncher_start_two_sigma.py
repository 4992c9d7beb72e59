"""problem: cruncher
hint: should start as init_weight says

Truncates at two standard deviations.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: std = max(dim, 1) ** -0.5
with: for weight in self.parameters():
with:     nn.init.trunc_normal_(weight, std=std, a=-2 * std, b=2 * std)
"""
