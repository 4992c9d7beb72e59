"""problem: transformer_forward_flops
hint: but the call returned

Looks at the sign of the product of all sizes.
"""


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    sizes = dict(
        batch=batch,
        seq=seq,
        num_layers=num_layers,
        d_model=d_model,
        d_ff=d_ff,
        vocab_size=vocab_size,
    )
    b, s, l, d, f, v = map(int, sizes.values())
    if b * s * l * d * f * v < 0:
        raise ValueError(f"a size is negative: {sizes}")
    return 2 * b * s * (l * (4 * d * d + 2 * d * f + 2 * s * d) + d * v)
