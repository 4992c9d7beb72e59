"""problem: transformer_forward_flops
hint: attention itself is missing

Leaves the quadratic term out.
"""


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    sizes = dict(batch=batch, seq=seq, num_layers=num_layers, d_model=d_model, d_ff=d_ff)
    for name, value in dict(**sizes, vocab_size=vocab_size).items():
        if value < 0:
            raise ValueError(f"{name}: {value}")
    tokens = batch * seq
    matrices = num_layers * (4 * d_model**2 + 2 * d_model * d_ff) + vocab_size * d_model
    attention = num_layers * 4 * batch * seq * seq * d_model
    return 2 * tokens * matrices
