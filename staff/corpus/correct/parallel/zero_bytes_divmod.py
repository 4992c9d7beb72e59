"""Rounds up by divmod, case by case."""

import operator


def zero_bytes(num_parameters, num_devices, stage, optimizer, precision):
    n, d, s = map(operator.index, (num_parameters, num_devices, stage))
    if n < 0 or d < 1:
        raise ValueError(f"num_parameters is {n} and num_devices is {d}: at least 0 and 1")
    if s < 0 or s > 3:
        raise ValueError(f"there is no stage {s}")
    match optimizer:
        case "sgd":
            values = 0
        case "momentum" | "adagrad" | "rmsprop":
            values = 1
        case "adam":
            values = 2
        case _:
            raise ValueError(f"no optimizer is named {optimizer}")
    match precision:
        case "float32":
            size, state = 4, 4 * values
        case "bfloat16":
            size, state = 2, 4 * (values + 1)
        case _:
            raise ValueError(f"no precision is named {precision}")
    full, rest = divmod(n, d)
    part = full + bool(rest)
    parameters = size * (n if s < 3 else part)
    gradients = size * (n if s < 2 else part)
    state *= n if s < 1 else part
    return {
        "parameters": parameters,
        "gradients": gradients,
        "optimizer_state": state,
        "total": parameters + gradients + state,
    }
