"""problem: training_bytes
hint: the master copy of bfloat16

Adds a key.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    result = _right(num_parameters, num_activations, optimizer, precision)
    return {**result, "master": 0}
