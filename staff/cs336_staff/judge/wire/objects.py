"""Models, optimizers and gradient scalers: what a call changed in them, as names and values.

changes.py calls both halves.
"""

from dataclasses import dataclass, field
from operator import is_
from typing import Any

import torch
from torch import Tensor, nn

from cs336_staff.judge.wire.values import Decoder, Encoder

SCALERS = (torch.amp.GradScaler, torch.cuda.amp.GradScaler)
_SLOTS = ("_parameters", "_buffers")
_KERNELS = ("fused", "foreach", "capturable", "differentiable")  # a fused one trusts sizes
_SCALER_FIELDS = (
    *("_scale", "_growth_tracker", "_init_scale", "_init_growth_tracker"),
    *("_growth_factor", "_backoff_factor", "_growth_interval", "_enabled"),
)


@dataclass
class Kept:
    """What a model or an optimizer looked like before a call, by identity."""

    slots: dict[str, dict[str, Any]] = field(default_factory=dict)
    modes: dict[str, bool] = field(default_factory=dict)
    groups: list[dict[str, Any]] = field(default_factory=list)
    state: list[Any] = field(default_factory=list)


def is_object(value: Any) -> bool:
    """Return whether changes to a value are written back by this module."""
    return isinstance(value, nn.Module | torch.optim.Optimizer) or type(value) in SCALERS


def keep_object(value: Any) -> Kept:
    """Remember what `write_object` compares with."""
    kept = Kept()
    if isinstance(value, nn.Module):
        for name, module in value.named_modules():
            kept.modes[name] = module.training
            for slot in _SLOTS:
                kept.slots[f"{name}/{slot}"] = dict(vars(module)[slot])
    elif isinstance(value, torch.optim.Optimizer):
        kept.groups = [dict(group) for group in value.param_groups]
        kept.state = _parts(value.state)
    return kept


def write_object(encoder: Encoder, value: Any, kept: Kept) -> None:
    """Write what changed."""
    if isinstance(value, nn.Module):
        _write_module(encoder, value, kept)
    elif isinstance(value, torch.optim.Optimizer):
        _write_optimizer(encoder, value, kept)
    else:
        for name in _SCALER_FIELDS:
            encoder.value(getattr(value, name), 1)


def apply_object(decoder: Decoder, value: Any) -> None:
    """Change the judge's object alike."""
    if isinstance(value, nn.Module):
        _apply_module(decoder, value)
    elif isinstance(value, torch.optim.Optimizer):
        _apply_optimizer(decoder, value)
    else:
        for name in _SCALER_FIELDS:
            now = decoder.value(1)
            if not _is_scaler_field(name, now, getattr(value, name)):
                decoder.input.fail("a gradient scaler's field of another kind")
            setattr(value, name, now)


def _is_scaler_field(name: str, now: Any, before: Any) -> bool:
    if name in ("_scale", "_growth_tracker"):
        return now is None or (isinstance(now, Tensor) and now.numel() == 1)
    return type(now) is type(before)


def _write_module(encoder: Encoder, model: nn.Module, kept: Kept) -> None:
    modules = dict(model.named_modules())
    modes = [(n, m.training) for n, m in modules.items() if kept.modes.get(n) != m.training]
    slots = []
    for name, module in modules.items():
        for slot in _SLOTS:
            now, then = vars(module)[slot], kept.slots.get(f"{name}/{slot}")
            if then is None:
                continue  # a module that the call added: the judge's model has no place for it
            same = list(now) == list(then) and all(now[key] is then[key] for key in now)
            if not same:
                slots.append((name, slot, dict(now)))
    encoder.value([(name, bool(mode)) for name, mode in modes], 1)
    encoder.value(slots, 1)


def _apply_module(decoder: Decoder, model: nn.Module) -> None:
    modules = dict(model.named_modules())
    for name, mode in _pairs(decoder, decoder.value(1), 2):
        if name not in modules or type(mode) is not bool:
            decoder.input.fail("the mode of a module that there is not")
        modules[name].training = mode
    for name, slot, now in _pairs(decoder, decoder.value(1), 3):
        if name not in modules or slot not in _SLOTS or type(now) is not dict:
            decoder.input.fail("parameters of a module that there is not")
        kind = nn.Parameter if slot == "_parameters" else Tensor
        for key, tensor in now.items():
            if type(key) is not str or not isinstance(tensor, kind | None):
                decoder.input.fail("a parameter that is none")
        place = vars(modules[name])[slot]
        place.clear()
        place.update(now)


def _pairs(decoder: Decoder, value: Any, size: int) -> list[tuple[Any, ...]]:
    if type(value) is not list:
        decoder.input.fail("a list is expected")
    for item in value:
        if type(item) is not tuple or len(item) != size or type(item[0]) is not str:
            decoder.input.fail("a list of named things is expected")
    return value


def _write_optimizer(encoder: Encoder, optimizer: torch.optim.Optimizer, kept: Kept) -> None:
    groups = []
    for number, group in enumerate(optimizer.param_groups):
        then = kept.groups[number] if number < len(kept.groups) else {}
        changed = {}
        for key, value in group.items():
            if key == "params":
                value = list(value)
                if same_objects(value, then.get(key)):
                    continue
            elif key in then and (value is then[key] or _is_equal(value, then[key])):
                continue
            changed[key] = value
        groups.append((list(group), changed))
    encoder.value(groups, 1)
    if same_objects(_parts(optimizer.state), kept.state):
        encoder.value(None, 1)
    else:
        encoder.value([(param, dict(values)) for param, values in optimizer.state.items()], 1)


def _parts(state: dict[Any, Any]) -> list[Any]:
    """Return what an optimizer's state is made of, in order."""
    parts = []
    for param, values in state.items():
        parts += [param, *values, *values.values()]
    return parts


def same_objects(now: list[Any], then: Any) -> bool:
    """Return whether two lists hold the same objects."""
    return isinstance(then, list) and len(now) == len(then) and all(map(is_, now, then))


def _is_equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and type(a) in (int, float, bool, str, type(None)) and a == b


def _is_setting(value: Any) -> bool:
    """Return whether a param group may hold a value: the judge's own step calculates with it.

    Lists hold floats only: powers of an integer are exact in Python, and can take hours.
    """
    if type(value) in (list, tuple):
        return all(type(item) is float for item in value)
    return isinstance(value, bool | int | float | str | Tensor | None)


def _apply_optimizer(decoder: Decoder, optimizer: torch.optim.Optimizer) -> None:
    groups, state = decoder.value(1), decoder.value(1)
    if type(groups) is not list or not isinstance(state, list | None):
        decoder.input.fail("an optimizer's param groups and state are lists")
    old = optimizer.param_groups
    new: list[dict[str, Any]] = []
    for number, item in enumerate(groups):
        if type(item) is not tuple or len(item) != 2 or type(item[0]) is not list:
            decoder.input.fail("a param group is its keys and what changed")
        keys, changed = item
        before = dict(old[number]) if number < len(old) else {}
        group = old[number] if number < len(old) else {}
        group.clear()
        for key in keys:
            if type(key) is not str or type(changed) is not dict:
                decoder.input.fail("a param group's key that is no name")
            if key not in changed and key not in before:
                decoder.input.fail("a param group's key without a value")
            group[key] = changed[key] if key in changed else before[key]
        params = group.get("params")
        if type(params) is not list or not all(isinstance(p, Tensor) for p in params):
            decoder.input.fail("a param group's params are a list of tensors")
        if not all(map(_is_setting, (value for key, value in changed.items() if key != "params"))):
            decoder.input.fail("a param group's value that is none")
        known = before or optimizer.defaults
        if any(key in group and group[key] is not known.get(key) for key in _KERNELS):
            decoder.input.fail("another kernel for the judge's optimizer to run")
        new.append(group)
    params = [id(param) for group in new for param in group["params"]]
    if len(set(params)) < len(params):
        decoder.input.fail("a parameter that an optimizer has twice")
    old[:] = new
    if state is None:
        return  # as it was
    optimizer.state.clear()
    for item in state:
        fits = type(item) is tuple and len(item) == 2 and type(item[1]) is dict
        if not fits or not isinstance(item[0], Tensor):
            decoder.input.fail("an optimizer's state belongs to tensors")
        optimizer.state[item[0]] = item[1]
