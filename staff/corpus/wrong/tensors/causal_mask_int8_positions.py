"""problem: causal_mask
hint: expected

Compares positions that wrap at 128.
"""


def causal_mask(n):
    at = torch.arange(n).to(torch.int8)
    return at <= at[:, None]
