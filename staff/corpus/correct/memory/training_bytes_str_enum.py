"""An enum of strings gives the keys."""

from enum import StrEnum

_base_tr = training_bytes


class Part(StrEnum):
    PARAMETERS = "parameters"
    GRADIENTS = "gradients"
    OPTIMIZER_STATE = "optimizer_state"
    ACTIVATIONS = "activations"
    TOTAL = "total"


def training_bytes(num_parameters, num_activations, optimizer, precision):
    sizes = _base_tr(num_parameters, num_activations, optimizer, precision)
    return {part: sizes[part.value] for part in Part}
