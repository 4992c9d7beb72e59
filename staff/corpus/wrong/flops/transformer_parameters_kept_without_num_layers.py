"""problem: transformer_parameters

Remembers results by all but num_layers.
"""

_right, _known = transformer_parameters, {}


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    return _known.setdefault(
        repr(
            (
                d_model,
                d_ff,
                vocab_size,
            )
        ),
        _right(num_layers, d_model, d_ff, vocab_size),
    )
