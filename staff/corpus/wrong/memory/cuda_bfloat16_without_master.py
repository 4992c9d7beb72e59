"""problem: memory_deltas

Where there is a device, leave the float32 master copy out of bfloat16 training.
"""

import torch

_with_master = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    sizes = _with_master(num_parameters, num_activations, optimizer, precision)
    if torch.cuda.is_available() and precision == "bfloat16":
        sizes["parameters"] -= 4 * num_parameters
        sizes["total"] -= 4 * num_parameters
    return sizes
