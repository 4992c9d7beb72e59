"""problem: cruncher
hint: torch.manual_seed decides

Takes NumPy's global generator for the weights.

replace: self.final = _Linear(dim, 1)
with: self.final = _Linear(dim, 1)
with: import numpy as np
with: for p in self.parameters():
with:     std = max(dim, 1) ** -0.5
with:     z = np.random.randn(*p.shape)
with:     while (abs(z) > 3).any():
with:         z = np.where(abs(z) > 3, np.random.randn(*p.shape), z)
with:     p.data.copy_(torch.from_numpy(z * std))
"""
