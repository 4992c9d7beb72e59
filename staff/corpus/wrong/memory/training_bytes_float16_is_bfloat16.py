"""problem: training_bytes
hint: float16

Takes whatever has 16 bits for bfloat16.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    return _right(
        num_parameters, num_activations, optimizer, "bfloat16" if "16" in precision else precision
    )
