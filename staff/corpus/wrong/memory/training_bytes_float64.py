"""problem: training_bytes

Takes float64 too, and counts it as float32.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    return _right(
        num_parameters, num_activations, optimizer, precision.replace("float64", "float32")
    )
