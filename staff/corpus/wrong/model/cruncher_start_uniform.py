"""problem: cruncher
hint: should start as init_weight says

Uniform numbers of the right variance.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: std = max(dim, 1) ** -0.5
with: for weight in self.parameters():
with:     nn.init.uniform_(weight, -(3**0.5) * std, 3**0.5 * std)
"""
