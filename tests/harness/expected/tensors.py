"""Chains of view operations: what torch makes of them, and random ones."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import Mismatch, assert_integer, assert_integers, fail, is_integer
from tests.harness.expected.mistaken_views import recognized, why_allowed
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe, describe_error

Op = tuple[Any, ...]
Shape = Sequence[int]


def _apply(x: Tensor, op: Op) -> Tensor:
    """Let torch do one operation."""
    name, *arguments = op
    if name == "slice":
        return torch.ops.aten.slice.Tensor(x, *arguments)
    return getattr(x, name)(*arguments)


class Truth:
    """What torch says of a chain of operations, and which of it can be observed.

    A stride can be observed along a dim of more than one position, in a view that has elements.
    What a view or an expansion gives for the others is nobody's business, and so is an offset
    that such a stride has moved.
    """

    def __init__(self, shape: Shape, device: str = "cpu") -> None:
        self.x = self.before = torch.empty(tuple(shape), device=device)
        self.last: Op | None = None
        self.known = [True] * len(shape)
        self.offset_known = True
        self.error: type[Exception] | None = None

    def apply(self, op: Op) -> None:
        """Let torch do one operation; what it raises becomes the kind that is asked for."""
        name, *arguments = op
        try:
            after = _apply(self.x, op)
        except (IndexError, RuntimeError) as error:
            self.error = IndexError if isinstance(error, IndexError) else ValueError
            return
        self.before, self.last = self.x, op
        if name == "slice":
            arguments += (None, None, 1)[len(arguments) - 1 :]
        if name in ("select", "slice"):
            dim, start, *more = arguments
            dim, size = dim % self.x.ndim, self.x.shape[dim]
            first = start % size if name == "select" else slice(start, more[0]).indices(size)[0]
            self.offset_known &= self.known[dim] or first == 0
            if name == "select":
                del self.known[dim]
            elif arguments[3] > 1 and after.shape[dim] < 2:
                self.known[dim] = False
        elif name == "transpose" and self.known:
            a, b = arguments
            self.known[a], self.known[b] = self.known[b], self.known[a]
        elif name in ("view", "expand"):
            self.known = [size > 1 and after.numel() > 0 for size in after.shape]
        self.x = after


def steps(shape: Shape, ops: Sequence[Op]) -> str:
    """Say a chain in words."""
    return f"shape {tuple(shape)}, then " + ", ".join(
        f"{name}({', '.join(map(str, arguments))})" for name, *arguments in ops
    )


def check(adapters: Adapters, shape: Shape, ops: Sequence[Op], device: str = "cpu") -> None:
    """Compare a chain's result with torch's; the last operation may be one that torch refuses.

    Where it is wrong, the failure is that of its shortest part that is.
    """
    try:
        _check_whole(adapters, shape, ops, device)
    except Mismatch:
        for length in range(1, len(ops) + 1):
            _check_whole(adapters, shape, ops[:length], device)
        raise


def _check_whole(adapters: Adapters, shape: Shape, ops: Sequence[Op], device: str) -> None:
    truth = Truth(shape, device)
    for op in ops:
        truth.apply(op)
    what = steps(shape, ops)
    if truth.error:
        _assert_refused(adapters, shape, ops, truth.error)
        return
    try:
        actual = adapters.run_view_metadata(shape, ops)
    except (IndexError, ValueError, ZeroDivisionError) as error:
        text = f"{what}: torch allows it, got {describe_error(error)}"
        fail(text, why_allowed(truth.before, ops[-1]))
    compare(actual, truth, what)


def compare(actual: Any, truth: Truth, what: str) -> None:
    """Compare shape, strides and offset with torch's, as far as they can be observed."""
    if not isinstance(actual, tuple | list) or len(actual) != 3:
        fail(f"{what}: expected (shape, strides, storage_offset), got {describe(actual)}")
    shape, strides, offset = actual
    x = truth.x

    def mistaken(part: Any) -> Callable[[], dict[str, Any]]:
        return lambda: {text: part for text in _mistakes_of_last(truth, actual)}

    what_shape = f"the shape of {what}"
    assert_integers(shape, x.shape, misconceptions=mistaken(shape), what=what_shape)
    if not isinstance(strides, tuple | list) or len(strides) != x.ndim:
        fail(f"the strides of {what}: expected {x.stride()}, got {describe(strides)}")
    expected = [
        there if size > 1 and x.numel() else int(given) if is_integer(given) else given
        for size, there, given in zip(x.shape, x.stride(), strides, strict=True)
    ]
    what_strides = f"the strides of {what}"
    assert_integers(strides, expected, misconceptions=mistaken(strides), what=what_strides)
    there = int(x.storage_offset()) if truth.offset_known else offset
    what_offset = f"the offset of {what}"
    assert_integer(offset, there, misconceptions=mistaken(offset), what=what_offset)


def _mistakes_of_last(truth: Truth, actual: Sequence[Any]) -> list[str]:
    """Return which known mistake in the last operation gives these numbers."""
    shape, strides, offset = actual
    if truth.last is None or not all(map(is_integer, (*shape, *strides, offset))):
        return []
    found = tuple(map(int, shape)), tuple(map(int, strides)), int(offset)
    return recognized(truth.before, truth.last, found)


def check_refused(
    adapters: Adapters, shape: Shape, ops: Sequence[Op], mentions: Sequence[object] = ()
) -> None:
    """Check that a chain whose last operation torch refuses is refused, with these words."""
    truth = Truth(shape)
    for op in ops:
        truth.apply(op)
    assert truth.error, f"torch allows {steps(shape, ops)}"
    _assert_refused(adapters, shape, ops, truth.error, mentions)


def _assert_refused(
    adapters: Adapters,
    shape: Shape,
    ops: Sequence[Op],
    error: type[Exception],
    mentions: Sequence[object] = (),
) -> None:
    assert_raises(
        lambda: adapters.run_view_metadata(shape, ops),
        kinds=(IndexError, ValueError) if error is IndexError else (ValueError, TypeError),
        mentions=mentions,
        when=f"asked for {steps(shape, ops)}",
    )


def _factors(rng: Rng, numel: int) -> list[int]:
    """Return a random shape with so many elements, with some sizes of 1."""
    sizes = []
    while numel > 1:
        size = rng.choice([s for s in range(2, numel + 1) if numel % s == 0])
        sizes.append(size)
        numel //= size
    for _ in range(rng.integer(0, 2)):
        sizes.insert(rng.integer(0, len(sizes)), 1)
    return [int(size) for size in sizes]


def _any_shape(rng: Rng, x: Tensor) -> Shape:
    if x.numel() == 0:
        return rng.choice([(-1,), (0,), (2, 0), tuple(x.shape), (0, 3, 1), (4, -1)])
    sizes = _factors(rng, x.numel())
    if rng.integer(0, 1):  # merge or split neighbours, which the strides often allow
        sizes = list(x.shape)
        if len(sizes) > 1 and rng.integer(0, 1):
            at = rng.integer(0, len(sizes) - 2)
            sizes[at : at + 2] = [sizes[at] * sizes[at + 1]]
        elif sizes:
            at = rng.integer(0, len(sizes) - 1)
            sizes[at : at + 1] = _factors(rng, sizes[at])
    if sizes and rng.integer(0, 2) == 0:
        sizes[rng.integer(0, len(sizes) - 1)] = -1
    return tuple(sizes)


def random_op(rng: Rng, x: Tensor) -> Op:
    """Return an operation that suits x: nearly always one that torch carries out."""
    kinds = ["select", "slice", "slice", "transpose", "transpose", "expand", "view", "view"]
    kind = rng.choice(kinds if x.ndim else ["transpose", "expand", "view"])
    dim = rng.integer(-x.ndim, x.ndim - 1) if x.ndim else rng.integer(-1, 0)
    if kind == "transpose":
        return (kind, dim, rng.integer(-x.ndim, x.ndim - 1) if x.ndim else 0)
    if kind == "select" and x.shape[dim]:
        return (kind, dim, rng.integer(-x.shape[dim], x.shape[dim] - 1))
    if kind in ("select", "slice"):
        bounds = [None if rng.integer(0, 3) == 0 else rng.integer(-7, 8) for _ in range(2)]
        return ("slice", dim, *bounds, rng.integer(1, 3))
    if kind == "expand":
        sizes = [rng.choice([-1, 1, 2, 3, 0]) if s == 1 else rng.choice([s, -1]) for s in x.shape]
        return (kind, tuple([rng.integer(1, 3) for _ in range(rng.integer(0, 1))] + sizes))
    return ("view", _any_shape(rng, x))
