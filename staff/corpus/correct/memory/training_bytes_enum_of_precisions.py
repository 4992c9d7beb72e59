"""The precision is looked up in an enum: its own error names it, with a capital letter."""

from enum import Enum

_base_tr = training_bytes


class Precision(Enum):
    FULL = "float32"
    MIXED = "bfloat16"


def training_bytes(num_parameters, num_activations, optimizer, precision):
    precision = Precision(precision)
    return _base_tr(num_parameters, num_activations, optimizer, precision.value)
