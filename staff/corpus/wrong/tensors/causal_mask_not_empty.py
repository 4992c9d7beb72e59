"""problem: causal_mask
hint: shape

At least one position.
"""


def causal_mask(n):
    return torch.ones(max(n, 1), max(n, 1), dtype=torch.bool).tril()
