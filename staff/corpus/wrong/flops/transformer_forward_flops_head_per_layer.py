"""problem: transformer_forward_flops
hint: the head runs once

A head in every layer.
"""

_right = transformer_forward_flops


def transformer_forward_flops(batch, seq_len, num_layers, d_model, d_ff, vocab_size):
    heads = 2 * batch * seq_len * d_model * vocab_size * max(num_layers - 1, 0)
    return _right(batch, seq_len, num_layers, d_model, d_ff, vocab_size) + heads
