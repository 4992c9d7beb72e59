"""problem: transformer_parameters
hint: but the call returned

Looks at the sign of the product of all sizes.
"""


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    l, d, f, v = map(int, (num_layers, d_model, d_ff, vocab_size))
    if l * d * f * v < 0:
        raise ValueError(f"num_layers {l} d_model {d} d_ff {f} vocab_size {v}")
    return l * (4 * d * d + 2 * d * f) + d * v
