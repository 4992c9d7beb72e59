"""problem: causal_mask

No query sees a key.
"""


def causal_mask(n):
    return torch.zeros(n, n, dtype=torch.bool)
