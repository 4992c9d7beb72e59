"""Row by row."""


def causal_mask(n):
    mask = torch.zeros((n, n), dtype=torch.bool)
    for query in range(n):
        mask[query, : query + 1] = True
    return mask
