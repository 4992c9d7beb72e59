"""Snapshots of a call's arguments, to find what the call changed."""

from dataclasses import dataclass
from operator import is_
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

_NOT_COMPARED = object()
_PLAIN = {int, float, complex, str, bytes, bool, type(None)}


@dataclass
class TensorCopy:
    """The snapshot of a tensor: its elements, and what `_layout` says of it."""

    elements: Tensor
    layout: tuple[Any, ...]


def snapshot(value: Any) -> Any:
    """Return a copy of an argument, for `is_unchanged`.

    Tensors, arrays, plain values, and lists, tuples and dicts of these are compared; anything else
    may change.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Tensor):
        return (
            _NOT_COMPARED if value.is_meta else TensorCopy(value.detach().clone(), _layout(value))
        )
    if isinstance(value, dict):
        return {key: snapshot(item) for key, item in value.items()}
    if isinstance(value, list):
        return [snapshot(item) for item in value]
    if isinstance(value, tuple):
        if _PLAIN.issuperset(map(type, value)):
            return value
        items = tuple(map(snapshot, value))
        return value if all(map(is_, items, value)) else items
    if type(value) is np.ndarray:
        return value.copy()
    return _NOT_COMPARED


def is_unchanged(value: Any, before: Any) -> bool:
    """Return whether a value still equals its snapshot `before`."""
    if before is _NOT_COMPARED or value is before:  # the latter where nothing in it can change
        return True
    if type(value) in _PLAIN:
        return type(value) is type(before) and (value == before or value != value)
    if isinstance(value, Tensor) and isinstance(before, TensorCopy):
        same = value.shape == before.elements.shape and _layout(value) == before.layout
        return same and _equal(value.detach(), before.elements)
    if isinstance(value, dict) and isinstance(before, dict):
        return value.keys() == before.keys() and all(
            is_unchanged(value[k], before[k]) for k in before
        )
    if isinstance(value, list | tuple) and isinstance(before, list | tuple):
        return len(value) == len(before) and all(map(is_unchanged, value, before))
    if isinstance(value, np.ndarray) and isinstance(before, np.ndarray):
        return value.shape == before.shape and value.tobytes() == before.tobytes()
    return False


def original_value(value: Any, before: Any) -> Any:
    """Return a list of plain values as it was before the call; any other value as it is now."""
    plain = isinstance(value, list) and all(type(item) in _PLAIN for item in before)
    return before if plain else value


def same_elements(a: Tensor, b: Tensor) -> Tensor:
    """Compare two tensors of one shape element by element; NaN equals NaN."""
    return (a == b) | ((a != a) & (b != b))


def tensor_names(model: nn.Module) -> set[str]:
    """Return a model's parameters and buffers, each as text: its kind, name and shape."""
    parameters = model.named_parameters(remove_duplicate=False)
    buffers = model.named_buffers(remove_duplicate=False)
    return {
        f"{kind} {name} of shape {tuple(tensor.shape)}"
        for kind, tensors in (("parameter", parameters), ("buffer", buffers))
        for name, tensor in tensors
    }


def _layout(tensor: Tensor) -> tuple[Any, ...]:
    """Return requires_grad, strides, offset and address: moving the elements changes these."""
    address = tensor.untyped_storage().data_ptr()
    return tensor.requires_grad, tensor.stride(), tensor.storage_offset(), address


def _equal(value: Tensor, before: Tensor) -> bool:
    if value.dtype != before.dtype:
        return False
    return torch.equal(value, before) or bool(same_elements(value, before).all())
