"""problem: transformer_forward_flops
hint: 2 FLOPs for each parameter, not 1

The factor 2 is in attention alone.
"""

_right_forward_flops = transformer_forward_flops


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    right = _right_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size)
    batch, seq, num_layers, d_model = map(int, (batch, seq, num_layers, d_model))
    attention = 4 * batch * seq * seq * d_model * num_layers
    return (right - attention) // 2 + attention
