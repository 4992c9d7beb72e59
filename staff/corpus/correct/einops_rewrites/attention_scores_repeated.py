"""torch repeats the queries along an axis of einops': to as many dims."""


def attention_scores(q, k):
    rows = rearrange(q, "... queries d -> ... queries 1 d")
    rows = rows.repeat(*[1] * (rows.ndim - 2), k.shape[-2], 1)
    return einsum(rows, k, "... queries keys d, ... keys d -> ... queries keys") / q.shape[-1] ** 0.5
