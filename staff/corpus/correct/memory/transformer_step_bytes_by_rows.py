"""A list of every tensor that is kept, with its shape."""

import math


def transformer_step_bytes(
    batch,
    seq,
    num_layers,
    d_model,
    num_heads,
    d_ff,
    vocab_size,
    optimizer,
    precision,
    checkpointed=False,
):
    given = {k: v for k, v in locals().items() if k not in ("optimizer", "precision")}
    for name, value in given.items():
        if value < (1 if name == "num_heads" else 0):
            raise ValueError(f"bad {name}: {value}")
    batch, seq, d_model, d_ff = int(batch), int(seq), int(d_model), int(d_ff)
    num_layers, num_heads, vocab_size = int(num_layers), int(num_heads), int(vocab_size)
    row, wide, square = (
        (batch, seq, d_model),
        (batch, seq, d_ff),
        (batch, num_heads, seq, seq),
    )
    attention = {
        **{"norm": row, "q": row, "k": row, "v": row, "scores": square, "softmax": square},
        **{"weighted sum": row, "projection": row},
    }
    feed_forward = {"norm": row, "w1": wide, "gelu": wide, "w2": row}
    logits = (batch, seq, vocab_size)
    end = {"norm": row, "logits": logits, "softmax": logits}

    def numbers(tensors):
        return sum(map(math.prod, tensors.values()))

    inside = numbers(attention) + numbers(feed_forward)
    if not checkpointed:
        kept = num_layers * inside
    elif num_layers == 0:
        kept = 0
    else:
        kept = num_layers * math.prod(row) + inside
    shapes = [(d_model, d_model)] * 4 + [(d_model, d_ff), (d_ff, d_model)]
    matrices = num_layers * sum(map(math.prod, shapes)) + vocab_size * d_model
    return training_bytes(matrices, kept + numbers(end), optimizer, precision)
