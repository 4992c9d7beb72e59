"""problem: causal_mask
hint: its own position

A query does not see itself.
"""


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).tril(-1)
