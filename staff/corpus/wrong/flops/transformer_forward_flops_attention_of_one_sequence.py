"""problem: transformer_forward_flops
hint: in every sequence of the batch

Attention of one sequence alone.
"""


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    for k, v in list(locals().items()):
        if v < 0:
            raise ValueError(f"{k} {v}")
    n = transformer_parameters(num_layers, d_model, d_ff, vocab_size)
    return 2 * batch * seq * n + 4 * num_layers * seq * seq * d_model
