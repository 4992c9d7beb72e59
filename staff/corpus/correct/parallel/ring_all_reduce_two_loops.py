"""Reduce-scatter and all-gather one after the other, all sends of a round first."""


def ring_all_reduce(tensors, send):
    n = len(tensors)
    if n == 0:
        raise ValueError("tensors is empty: []")
    shape, dtype = tensors[0].shape, tensors[0].dtype
    for t in tensors:
        if t.shape != shape or t.dtype != dtype:
            raise ValueError(f"tensors differ: {shape}, {dtype} and {t.shape}, {dtype} {t.dtype}")
    parts = [[p.clone() for p in torch.tensor_split(t.reshape(-1), n)] for t in tensors]
    for r in range(n - 1):
        arrived = [send(d, (d + 1) % n, parts[d][(d - r) % n]) for d in range(n)]
        for d in range(n):
            parts[(d + 1) % n][(d - r) % n] += arrived[d]
    for r in range(n - 1):
        arrived = [send(d, (d + 1) % n, parts[d][(d + 1 - r) % n]) for d in range(n)]
        for d in range(n):
            parts[(d + 1) % n][(d + 1 - r) % n].copy_(arrived[d])
    return [torch.cat(p).reshape(shape) for p in parts]
