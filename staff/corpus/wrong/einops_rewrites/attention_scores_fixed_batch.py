"""problem: attention_scores
hint: Error

Written for batch × heads.
"""


def attention_scores(q, k):
    return einsum(q, k, "b h queries d, b h keys d -> b h queries keys") / q.shape[-1] ** 0.5
