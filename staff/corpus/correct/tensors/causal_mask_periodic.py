"""Rows are slices of one periodic line: a strided view of it."""


def causal_mask(n):
    n = int(n)
    if n == 0:
        return torch.empty(0, 0, dtype=torch.bool)
    period = torch.cat([torch.ones(n, dtype=torch.bool), torch.zeros(n - 1, dtype=torch.bool)])
    line = period.roll(1 - n).roll(n - 1).repeat(n + 1)
    start = n - 1
    return line[start:].as_strided((n, n), (2 * n - 2 or 1, 1), start)
