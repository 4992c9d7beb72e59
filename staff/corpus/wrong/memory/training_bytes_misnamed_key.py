"""problem: training_bytes
hint: missing: optimizer_state; unexpected: optimizer

Another name for a key.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    result = _right(num_parameters, num_activations, optimizer, precision)
    result["optimizer"] = result.pop("optimizer_state")
    return result
