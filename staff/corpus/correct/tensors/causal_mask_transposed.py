"""The upper triangle, transposed: not contiguous."""


def causal_mask(n):
    return torch.triu(torch.ones(int(n), int(n)), diagonal=0).bool().T
