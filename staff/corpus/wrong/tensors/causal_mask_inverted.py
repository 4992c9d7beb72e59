"""problem: causal_mask
hint: opposite

True where a key is hidden, as some libraries have it.
"""


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).triu(1)
