"""Keep what a call must leave alone, and find what it changed."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn


def same_elements(a: Tensor, b: Tensor) -> Tensor:
    """Return where two tensors of one shape have the same elements; NaN equals NaN."""
    return (a == b) | ((a != a) & (b != b))


_UNSEEN = object()


_PLAIN = {int, float, complex, str, bytes, bool, type(None)}


def tensor_names(model: nn.Module) -> set[str]:
    """Return what a model's parameters and buffers are called, and their shapes."""
    parameters = model.named_parameters(remove_duplicate=False)
    buffers = model.named_buffers(remove_duplicate=False)
    return {
        f"{kind} {name} of shape {tuple(tensor.shape)}"
        for kind, tensors in (("parameter", parameters), ("buffer", buffers))
        for name, tensor in tensors
    }


def snapshot(value: Any) -> Any:
    """Return a copy of what a call must leave alone; _UNSEEN for what `same` does not look at."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, torch.Tensor):
        return _UNSEEN if value.is_meta else (value.detach().clone(), _place(value))
    if isinstance(value, dict):
        return {key: snapshot(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [snapshot(item) for item in value]
    if type(value) is np.ndarray:
        return value.copy()
    return _UNSEEN


def _place(tensor: torch.Tensor) -> tuple[Any, ...]:
    """Return where a tensor's elements are, which moving it into other memory would change."""
    memory = tensor.untyped_storage().data_ptr()
    return tensor.requires_grad, tensor.stride(), tensor.storage_offset(), memory


def is_unchanged(value: Any, before: Any) -> bool:
    """Return whether a value is as it was when `snapshot` took `before` of it."""
    if before is _UNSEEN:
        return True
    if type(value) in _PLAIN:
        return type(value) is type(before) and (value == before or value != value)
    if isinstance(value, torch.Tensor) and isinstance(before, tuple):
        elements, place = before
        same = value.shape == elements.shape and _place(value) == place
        return same and _equal(value.detach(), elements)
    if isinstance(value, dict) and isinstance(before, dict):
        return value.keys() == before.keys() and all(
            is_unchanged(value[k], before[k]) for k in before
        )
    if isinstance(value, list | tuple) and isinstance(before, list):
        return len(value) == len(before) and all(map(is_unchanged, value, before))
    if isinstance(value, np.ndarray) and isinstance(before, np.ndarray):
        return value.shape == before.shape and value.tobytes() == before.tobytes()
    return False


def as_it_was(value: Any, before: Any) -> Any:
    """Return a list of numbers or the like as it was; of what else changed, the value as it is."""
    plain = isinstance(value, list) and all(type(item) in _PLAIN for item in before)
    return before if plain else value


def _equal(value: torch.Tensor, before: torch.Tensor) -> bool:
    if value.dtype != before.dtype:
        return False
    return torch.equal(value, before) or bool(same_elements(value, before).all())
