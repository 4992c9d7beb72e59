"""problem: causal_mask

Positions are float16, which is exact up to 2048.
"""


def causal_mask(n):
    at = torch.arange(int(n), dtype=torch.float16)
    return at <= at[:, None]
