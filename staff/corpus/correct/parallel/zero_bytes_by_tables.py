"""Bytes of each part and the stage that shards it, in a table."""


def zero_bytes(num_parameters, num_devices, stage, optimizer, precision):
    counts = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
    widths = {"float32": (4, 4, 0), "bfloat16": (2, 2, 4)}
    for what, value, good in (
        ("num_parameters", num_parameters, num_parameters >= 0),
        ("num_devices", num_devices, num_devices > 0),
        ("stage", stage, 0 <= stage <= 3),
        ("optimizer", optimizer, optimizer in counts),
        ("precision", precision, precision in widths),
    ):
        if not good:
            raise ValueError(f"bad {what}: {value!r}")
    p, g, m = widths[precision]
    result = {}
    for first, key, size in (
        (3, "parameters", p),
        (2, "gradients", g),
        (1, "optimizer_state", m + 4 * counts[optimizer]),
    ):
        n, d = int(num_parameters), int(num_devices) if stage >= first else 1
        result[key] = (n + d - 1) // d * size
    result["total"] = sum(result.values())
    return result
