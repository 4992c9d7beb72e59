"""Positions compared."""


def causal_mask(n):
    at = torch.arange(n)
    return at[None, :] <= at[:, None]
