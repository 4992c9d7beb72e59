"""problem: training_bytes
hint: but the call returned

Takes negative counts.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    sign = -1 if num_parameters < 0 or num_activations < 0 else 1
    result = _right(abs(num_parameters), abs(num_activations), optimizer, precision)
    return {key: sign * value for key, value in result.items()}
