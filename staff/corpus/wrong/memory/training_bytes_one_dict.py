"""problem: training_bytes
hint: make a new dict each time

Writes to one dict, and gives that.
"""

_right_bytes, _given = training_bytes, {}


def training_bytes(num_parameters, num_activations, optimizer, precision):
    _given.update(_right_bytes(num_parameters, num_activations, optimizer, precision))
    return _given
