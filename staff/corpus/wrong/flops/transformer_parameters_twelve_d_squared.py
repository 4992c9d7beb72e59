"""problem: transformer_parameters
hint: d_ff is given

Ignores d_ff: 12 d² L.
"""


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    for name, value in dict(
        num_layers=num_layers, d_model=d_model, d_ff=d_ff, vocab_size=vocab_size
    ).items():
        if value < 0:
            raise ValueError(f"{name}: {value}")
    return 12 * num_layers * d_model**2 + vocab_size * d_model
