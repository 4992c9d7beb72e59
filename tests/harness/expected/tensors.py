"""Chains of view operations: random ones, torch's results, and hints for known mistakes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer, assert_integers, is_integer
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe, describe_error

Op = tuple[Any, ...]  # a name and its arguments, such as ("select", 0, 1)
Shape = Sequence[int]
Ints = tuple[int, ...]
Numbers = tuple[Sequence[int], Sequence[int], int]  # shape, strides, offset

_NO_STRIDE = "this leaves out the stride: one position is `stride` elements"
_FRESH = "use the view's own strides, not those of a new tensor of that shape"
_OWN_OFFSET = "here the offset that the view already had is lost"


def _apply(x: Tensor, op: Op) -> Tensor:
    """Apply one operation with torch."""
    name, *arguments = op
    if name == "slice":
        return torch.ops.aten.slice.Tensor(x, *arguments)
    view = getattr(x, name)(*arguments)
    if min(view.shape, default=0) < 0:  # torch's build for Windows does not check
        raise RuntimeError("a size is negative")
    return view


class TorchChain:
    """A chain of operations in torch, and which of its strides and offset can be observed.

    A stride is observable along a dim of more than one position, in a view that has elements.
    After a view or an expand other strides are unspecified, and so is an offset that depends on
    one of them.

    Attributes:
        x: the view after the operations so far.
        before: the view before the latest operation.
        last: the latest operation, None if there was none.
        known: for each dim, whether its stride is specified.
        offset_known: whether the offset is specified.
        error: the kind of error that the submission should raise, if torch raised one.
    """

    def __init__(self, shape: Shape, device: str = "cpu") -> None:
        self.x = self.before = torch.empty(tuple(shape), device=device)
        self.last: Op | None = None
        self.known = [True] * len(shape)
        self.offset_known = True
        self.error: type[Exception] | None = None

    def apply(self, op: Op) -> None:
        """Apply one operation; if torch raises, set `error` instead."""
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


def describe_chain(shape: Shape, ops: Sequence[Op]) -> str:
    """Describe a chain, for failure messages."""
    chain = ", ".join(f"{name}({', '.join(map(str, arguments))})" for name, *arguments in ops)
    return f"{chain or 'nothing'} on shape {tuple(shape)}"


def assert_chain(adapters: Adapters, shape: Shape, ops: Sequence[Op], device: str = "cpu") -> None:
    """Assert that a chain gives torch's result, or an error where torch refuses the last operation.

    The failure is that of the shortest beginning of the chain that fails.
    """
    try:
        _assert_whole_chain(adapters, shape, ops, device)
    except Mismatch:
        for length in range(1, len(ops) + 1):
            _assert_whole_chain(adapters, shape, ops[:length], device)
        raise


def _assert_whole_chain(adapters: Adapters, shape: Shape, ops: Sequence[Op], device: str) -> None:
    chain = TorchChain(shape, device)
    for op in ops:
        chain.apply(op)
    what = describe_chain(shape, ops)
    if chain.error:
        _assert_refused(adapters, shape, ops, chain.error)
        return
    try:
        actual = adapters.run_view_metadata(shape, ops)
    except (IndexError, ValueError, ZeroDivisionError) as error:
        text = f"{what}: torch allows it, got {describe_error(error)}"
        fail(text, allowed_hint(chain.before, ops[-1]))
    assert_view_metadata(actual, chain, what)


def assert_view_metadata(actual: Any, chain: TorchChain, what: str) -> None:
    """Assert that shape, strides and offset equal torch's, as far as they can be observed."""
    if not isinstance(actual, tuple | list) or len(actual) != 3:
        fail(f"{what}: expected (shape, strides, storage_offset), got {describe(actual)}")
    shape, strides, offset = actual
    x = chain.x

    def mistaken(part: Any) -> Callable[[], dict[str, Any]]:
        return lambda: {text: part for text in _mistakes_of_last(chain, actual)}

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
    there = int(x.storage_offset()) if chain.offset_known else offset
    what_offset = f"the offset of {what}"
    assert_integer(offset, there, misconceptions=mistaken(offset), what=what_offset)


def _mistakes_of_last(chain: TorchChain, actual: Sequence[Any]) -> list[str]:
    """Return the hint of the known mistake in the latest operation that gives these numbers."""
    shape, strides, offset = actual
    if chain.last is None or not all(map(is_integer, (*shape, *strides, offset))):
        return []
    found = tuple(map(int, shape)), tuple(map(int, strides)), int(offset)
    return mistake_hints(chain.before, chain.last, found)


def assert_chain_refused(
    adapters: Adapters, shape: Shape, ops: Sequence[Op], mentions: Sequence[object] = ()
) -> None:
    """Assert that a chain is refused whose last operation torch refuses.

    Args:
        adapters: the submission.
        shape: the shape that the chain starts with.
        ops: the operations.
        mentions: what the error's message must contain; see assert_raises.
    """
    chain = TorchChain(shape)
    for op in ops:
        chain.apply(op)
    assert chain.error, f"torch allows {describe_chain(shape, ops)}"
    _assert_refused(adapters, shape, ops, chain.error, mentions)


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
        when=f"asked for {describe_chain(shape, ops)}",
    )


def _factors(rng: Rng, numel: int) -> list[int]:
    """Return a random shape of `numel` elements, with up to two more sizes of 1."""
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
    """Return a random operation on x that torch nearly always allows."""
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


def mistake_hints(x: Tensor, op: tuple[Any, ...], actual: Numbers) -> list[str]:
    """Return the hint of the known mistake in one operation on x that gives these numbers.

    Strides that cannot be observed are not compared. If several mistakes give the numbers, the
    list is empty.
    """
    name, *arguments = op
    found = _observed(actual)
    texts = {text for text, wrong in _MISTAKES[name](x, *arguments) if _observed(wrong) == found}
    return list(texts) if len(texts) == 1 else []


def allowed_hint(x: Tensor, op: tuple[Any, ...]) -> str:
    """Return why torch allows an operation on x, where that may surprise; else ""."""
    name, *arguments = op
    if name == "transpose" and x.ndim == 0:
        return "0 and -1 are dims of a 0-d view for transpose, which leaves it as it is"
    if name == "expand":
        if len(arguments[0]) > x.ndim:
            return "new dims come in front; the last sizes belong to the dims that x has"
        if 0 in arguments[0]:
            return "a size of 1 may become any other, 0 too"
    if name == "view":
        if x.numel() == 0:
            return "a view without elements takes any shape without elements"
        if 1 in x.shape and (x.is_contiguous() or x.squeeze().ndim < 2):
            return "dims of size 1 do not matter, whatever their stride"
        if x.is_contiguous():
            return "what is contiguous takes any shape of as many elements"
        return "it need not be contiguous: any dim splits, and dims that follow on each other merge"
    return ""


def _observed(numbers: Numbers) -> Numbers:
    """Replace strides along dims of at most one position by 0: they cannot be observed."""
    shape, strides, offset = numbers
    known = tuple(s if n > 1 else 0 for n, s in zip(shape, strides, strict=False))
    return tuple(shape), known, offset


def _without(values: Sequence[int], dim: int, *new: int) -> Ints:
    """Return values with the one at `dim` replaced by the new ones, if any."""
    return (*values[:dim], *new, *values[dim + 1 :])


def _select(x: Tensor, dim: int, index: int) -> Iterator[tuple[str, Numbers]]:
    dim, start = dim % x.ndim, int(x.storage_offset())
    size, stride = x.shape[dim], x.stride(dim)
    shape, strides = _without(x.shape, dim), _without(x.stride(), dim)
    there = index % size
    if index < 0:
        text = "this takes a negative index as it is; it should count from the end"
        yield text, (shape, strides, start + index * stride)
    fresh = torch.empty(x.shape, device="meta").stride(dim)
    if fresh != stride:
        yield _FRESH, (shape, strides, start + there * fresh)
    yield _NO_STRIDE, (shape, strides, start + there)
    text = "here the offset stays where it was; it should move to the selected index"
    yield text, (shape, strides, start)
    yield _OWN_OFFSET, (shape, strides, there * stride)
    text = "the dim that is selected from should be gone, not of size 1"
    yield text, (_without(x.shape, dim, 1), x.stride(), start + there * stride)
    text = "take the dim's own size and stride out, not the first ones that are equal to them"
    same_size, same_stride = x.shape.index(size), x.stride().index(stride)
    if (same_size, same_stride) != (dim, dim):
        yield text, (shape, _without(x.stride(), same_stride), start + there * stride)
        yield text, (_without(x.shape, same_size), strides, start + there * stride)
        both = (_without(x.shape, same_size), _without(x.stride(), same_stride))
        yield text, (*both, start + there * stride)


def _slice(
    x: Tensor, dim: int, start: int | None = None, stop: int | None = None, step: int = 1
) -> Iterator[tuple[str, Numbers]]:
    dim, offset = dim % x.ndim, int(x.storage_offset())
    size, stride = x.shape[dim], x.stride(dim)
    first, last, _ = slice(start, stop).indices(size)
    count = len(range(first, last, step))

    def numbers(first: int, count: int, by: int = step) -> Numbers:
        shape = _without(x.shape, dim, count)
        return shape, _without(x.stride(), dim, stride * by), offset + first * stride

    yield "the stride grows with the step", numbers(first, count, 1)
    text = "stop is not included: this counts one position too many"
    yield text, numbers(first, max(last - first, 0) // step + 1)
    yield text, numbers(first, len(range(first, last + 1, step)))
    begin, end = 0 if start is None else start, size if stop is None else stop
    if min(begin, end) < 0:
        raw = max(begin, 0), min(max(end, 0), size)
        text = "this takes a negative start or stop as 0; it should count from the end"
        yield text, numbers(raw[0], len(range(*raw, step)))
    if count > 0:
        text = "a last step that passes stop still counts its start: round up"
        yield text, numbers(first, (last - first) // step)
    else:
        text = "the offset moves to the clamped start, in an empty slice too"
        yield text, numbers(0, 0)
        yield text, numbers(last, 0)
        text = "where stop comes before start nothing is left: a size of 0, not a negative one"
        yield text, numbers(first, -((first - last) // step))
    text = "the offset moves by start positions, whatever the step"
    yield text, numbers(first * step, count)
    shape, strides, _ = numbers(first, count)
    yield _NO_STRIDE, (shape, strides, offset + first)
    yield _OWN_OFFSET, (shape, strides, first * stride)
    if start == 0 or stop == 0:
        other, end, _ = slice(start or None, stop or None).indices(size)
        text = "0 is a position, though it is as false as None"
        yield text, numbers(other, len(range(other, end, step)))
    begin, end = (n + size if n < 0 else n for n in (begin, end))
    for name, bound, raw in (("stop", end, (first, end)), ("start", begin, (begin, last))):
        text = f"a {name} past the end is the end"
        if bound < 0:
            text = f"a {name} before the beginning is the beginning"
        if raw != (first, last):
            yield text, numbers(raw[0], -((raw[0] - raw[1]) // step))
            yield text, numbers(raw[0], len(range(*raw, step)))
    if begin < 0 and end < 0:
        text = "a start and a stop before the beginning are the beginning"
        yield text, numbers(begin, len(range(begin, end, step)))


def _transpose(x: Tensor, d0: int, d1: int) -> Iterator[tuple[str, Numbers]]:
    if x.ndim:
        offset, after = int(x.storage_offset()), x.transpose(d0, d1)
        text = "sizes and strides change places together; here the strides alone do"
        yield text, (x.shape, after.stride(), offset)
        fresh = torch.empty(after.shape, device="meta").stride()
        text = "the strides change places too; here they are as before"
        if after.shape != x.shape:
            text = "sizes and strides change places together; here the sizes alone do"
        yield text, (after.shape, x.stride(), offset)
        if fresh != x.stride():
            yield _FRESH, (after.shape, fresh, offset)
        text = "two dims change places; this turns round the order of all"
        yield text, (x.shape[::-1], x.stride()[::-1], offset)
        text = "negative dims count from the end"
        if max(abs(d0), abs(d1)) < x.ndim:
            after = x.transpose(abs(d0), abs(d1))
            yield text, (after.shape, after.stride(), offset)


def _expand(x: Tensor, shape: Sequence[int]) -> Iterator[tuple[str, Numbers]]:
    after, offset = x.expand(tuple(shape)), int(x.storage_offset())
    kept = (*after.stride()[: after.ndim - x.ndim], *x.stride())
    text = "an expanded dim has stride 0: every index shows the same element"
    yield text, (after.shape, kept, offset)
    yield text, (after.shape, after.new_empty(after.shape, device="meta").stride(), offset)


def _view(x: Tensor, shape: Sequence[int]) -> Iterator[tuple[str, Numbers]]:
    after = x.view(tuple(shape))
    fresh = torch.empty(after.shape, device="meta").stride()
    text = "these are the strides of a new tensor; the view steps on by those that it has"
    yield text, (after.shape, fresh, int(x.storage_offset()))
    yield _OWN_OFFSET, (after.shape, after.stride(), 0)


_MISTAKES: dict[str, Callable[..., Iterator[tuple[str, Numbers]]]] = {
    "select": _select,
    "slice": _slice,
    "transpose": _transpose,
    "expand": _expand,
    "view": _view,
}
