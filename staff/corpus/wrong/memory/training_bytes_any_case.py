"""problem: training_bytes
hint: Adam

Takes names in capitals too.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    return _right(num_parameters, num_activations, optimizer.lower(), precision.lower())
