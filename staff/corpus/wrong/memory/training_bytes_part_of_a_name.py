"""problem: training_bytes
hint: ada

Looks for the names in a string: "ada" and "float" are in there.
"""

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    if optimizer not in "sgd momentum adagrad rmsprop adam":
        raise ValueError(f"unknown optimizer {optimizer}")
    if precision not in "float32 bfloat16":
        raise ValueError(f"unknown precision {precision}")
    optimizer = {"ada": "adam"}.get(optimizer, optimizer)
    return _right(
        num_parameters, num_activations, optimizer, {"float": "float32"}.get(precision, precision)
    )
