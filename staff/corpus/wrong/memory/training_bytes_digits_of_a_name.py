"""problem: training_bytes
hint: but the call returned

Takes any name with a 32 for float32, and any with bfloat for bfloat16.
"""

_right_precision = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    if "32" in precision:
        precision = "float32"
    elif "bfloat" in precision:
        precision = "bfloat16"
    return _right_precision(num_parameters, num_activations, optimizer, precision)
