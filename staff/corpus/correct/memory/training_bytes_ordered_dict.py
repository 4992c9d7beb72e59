"""An OrderedDict of Python integers."""

from collections import OrderedDict

_right = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    return OrderedDict(_right(num_parameters, num_activations, optimizer, precision))
