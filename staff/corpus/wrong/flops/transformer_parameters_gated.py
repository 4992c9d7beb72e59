"""problem: transformer_parameters
hint: no gate

Three feed-forward matrices.
"""


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    for name, value in dict(
        num_layers=num_layers, d_model=d_model, d_ff=d_ff, vocab_size=vocab_size
    ).items():
        if value < 0:
            raise ValueError(f"{name}: {value}")
    return num_layers * (4 * d_model**2 + 3 * d_model * d_ff) + vocab_size * d_model
