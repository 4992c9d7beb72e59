"""A match statement, keys in another order."""


def training_bytes(num_parameters, num_activations, optimizer, precision):
    for label, value in {
        "num_parameters": num_parameters,
        "num_activations": num_activations,
    }.items():
        if value < 0:
            raise ValueError(f"{label} is {value}")
    match optimizer:
        case "sgd":
            slots = 0
        case "momentum" | "adagrad" | "rmsprop":
            slots = 1
        case "adam":
            slots = 2
        case _:
            raise ValueError(f"optimizer {optimizer} is not known")
    match precision:
        case "float32":
            width, master = 4, 0
        case "bfloat16":
            width, master = 2, 4
        case _:
            raise ValueError(f"precision {precision} is not known")
    result = {
        "activations": width * num_activations,
        "optimizer_state": 4 * slots * num_parameters,
        "gradients": width * num_parameters,
        "parameters": (width + master) * num_parameters,
    }
    return {"total": sum(result.values()), **result}
