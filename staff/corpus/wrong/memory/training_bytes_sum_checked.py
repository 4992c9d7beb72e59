"""problem: training_bytes
hint: but the call returned

Looks at the sign of both counts together.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    if num_parameters + num_activations < 0:
        raise ValueError(f"num_parameters {num_parameters}, num_activations {num_activations}")
    return _right(max(num_parameters, 0), max(num_activations, 0), optimizer, precision)
