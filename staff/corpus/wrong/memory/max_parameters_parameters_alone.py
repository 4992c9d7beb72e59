"""problem: max_parameters
hint: this divides by 4

Counts the parameters alone.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if num_devices < 0:
        raise ValueError(f"num_devices: {num_devices}")
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device: {bytes_per_device}")
    state = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
    if optimizer not in state:
        raise ValueError(f"optimizer: {optimizer!r}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"precision: {precision!r}")
    each = (8 if True else 8) + 4 * state[optimizer]
    return num_devices * bytes_per_device // 4
