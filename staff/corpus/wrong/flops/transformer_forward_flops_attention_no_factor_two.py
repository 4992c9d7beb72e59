"""problem: transformer_forward_flops
hint: and each product is 2 FLOPs

Counts attention's products alone, without their additions.
"""

_right = transformer_forward_flops


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    total = _right(batch, seq, num_layers, d_model, d_ff, vocab_size)
    return total - 2 * num_layers * batch * seq**2 * d_model
