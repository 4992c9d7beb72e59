"""problem: training_bytes
hint: but the call returned

Takes every unknown precision for float32.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    known = precision if precision == "bfloat16" else "float32"
    return _right(num_parameters, num_activations, optimizer, known)
