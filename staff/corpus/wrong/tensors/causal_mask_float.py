"""problem: causal_mask
hint: bool

Ones and zeros.
"""


def causal_mask(n):
    return torch.ones(n, n).tril()
