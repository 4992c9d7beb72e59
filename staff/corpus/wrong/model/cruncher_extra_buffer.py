"""problem: cruncher
hint: no other parameter and no buffer

Keeps dim in a buffer of the state.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: self.register_buffer("dim", torch.tensor(int(dim)))
"""
