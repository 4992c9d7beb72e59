"""rearrange and @."""


def attention_scores(q, k):
    return q @ rearrange(k, "... keys d -> ... d keys") * q.shape[-1] ** -0.5
