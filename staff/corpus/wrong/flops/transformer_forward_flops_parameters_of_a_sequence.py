"""problem: transformer_forward_flops
hint: not once a sequence

Takes sequences for tokens.
"""

_right_forward_flops = transformer_forward_flops


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    right = _right_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size)
    batch, seq, num_layers, d_model = map(int, (batch, seq, num_layers, d_model))
    attention = 4 * batch * seq * seq * d_model * num_layers
    return (right - attention) // seq + attention if seq else right
