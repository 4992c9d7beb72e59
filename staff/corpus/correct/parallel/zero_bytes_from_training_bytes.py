"""Uses training_bytes of §2.5, and moves the master copy."""


def zero_bytes(num_parameters, num_devices, stage, optimizer, precision):
    from cs336_basics.memory import training_bytes

    if num_devices < 1:
        raise ValueError(f"num_devices is {num_devices}")
    if not 0 <= stage < 4:
        raise ValueError(f"stage is {stage}")
    whole = training_bytes(num_parameters, 0, optimizer, precision)
    share = training_bytes(-(-int(num_parameters) // int(num_devices)), 0, optimizer, precision)
    for sizes in (whole, share):
        master = sizes["parameters"] * 2 // 3 if precision == "bfloat16" else 0
        sizes["parameters"] -= master
        sizes["optimizer_state"] += master
    stages = {"optimizer_state": 1, "gradients": 2, "parameters": 3}
    sizes = {key: (share if stage >= first else whole)[key] for key, first in stages.items()}
    return sizes | {"total": sum(sizes.values())}
