"""problem: training_bytes
hint: a gradient has its parameter's compute precision

Gradients stay float32 in bfloat16.
"""

STATE = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}


def training_bytes(num_parameters, num_activations, optimizer, precision):
    if num_parameters < 0:
        raise ValueError(f"num_parameters: {num_parameters}")
    if num_activations < 0:
        raise ValueError(f"num_activations: {num_activations}")
    if optimizer not in STATE:
        raise ValueError(f"optimizer: {optimizer!r}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"precision: {precision!r}")
    low = precision == "bfloat16"
    result = {
        "parameters": num_parameters * (6 if low else 4),
        "gradients": num_parameters * (4 if low else 4),
        "optimizer_state": num_parameters * STATE[optimizer] * (4 if low else 4),
        "activations": num_activations * (2 if low else 4),
    }
    result["total"] = sum(result.values())
    return result
