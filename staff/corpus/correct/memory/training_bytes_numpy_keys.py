"""Keys out of an array, which are NumPy strings."""

import numpy as np

_base_tn = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    sizes = _base_tn(num_parameters, num_activations, optimizer, precision)
    return dict(zip(np.array(list(sizes)), sizes.values()))
