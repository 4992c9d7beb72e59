"""problem: training_bytes
hint: adamw

Knows AdamW too.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    return _right(
        num_parameters, num_activations, {"adamw": "adam"}.get(optimizer, optimizer), precision
    )
