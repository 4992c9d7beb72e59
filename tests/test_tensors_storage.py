"""Reading through strides: handout §3.5 and §3.6."""

import math

import numpy as np
import pytest
import torch

from tests.harness.calls import TorchCall
from tests.harness.compare import (
    assert_integers,
    assert_not_kept,
    assert_same_elements,
    assert_tensor,
    fail,
    shares_storage,
)
from tests.harness.raises import assert_raises
from tests.harness.rng import layouts
from tests.harness.source_rules import assert_avoids, assert_in_sight

REAL = (torch.float64, torch.float32, torch.bfloat16, torch.int64, torch.uint8, torch.bool)
DTYPES = (*REAL, torch.complex64)
LOOPS = {"product", "ndindex", "nditer", "ndenumerate", "vectorize", "apply_along_axis", "flat"}
WRAPPED = "here a position before the start of storage counts from the end; it should be an error"


def _storage(rng, n, dtype=torch.float32):
    """Return n numbers, nearly all different and of as many digits as the dtype allows."""
    numbers = torch.randperm(4 * n, generator=rng.torch)[:n] - n
    if dtype == torch.int64:
        return numbers * (2**48 + 1)
    if dtype.is_complex:
        return torch.complex(numbers / 3, numbers.flip(0) / 3)
    return (numbers / 3 if dtype == torch.float64 else numbers).to(dtype)


def _geometries(rng, n):
    """Return (shape, strides, offset) of views into n elements, by their kind."""
    a, b = rng.integer(2, 4), rng.integer(2, 5)
    return {
        "contiguous": ((a, b), (b, 1), 0),
        "transposed": ((b, a), (1, b), 2),
        "with gaps": ((a, b), (3 * b, 2), 1),
        "overlapping windows": ((a, 4), (2, 1), 3),
        "one dim": ((b,), (3,), rng.integer(0, 9)),
        "four dims": ((2, a, 1, 3), (1, 7, 99, 2), 4),
        "five dims": ((2, 1, 2, 2, 2), (16, 5, 8, 1, 3), 0),
        "a stride of 0": ((a, b), (0, 1), 5),
        "strides of 0": ((a, b, 2), (0, 0, 0), n - 1),
        "one element": ((), (), rng.integer(0, n - 1)),
        "backwards": ((b, 2), (-3, 1), 3 * b),
        "the last element": ((), (), n - 1),
        "dims of size 1": ((1, 1), (n * 5, n), n - 1),
        "the whole storage": ((n,), (1,), 0),
        "up to the last element": ((2, 2), (n - 5, 4), 0),
        "nothing": ((0,), (1,), 0),
        "nothing, far out": ((3, 0, 2), (n, 7, n), 10 * n),
    }


def _gathered(storage, shape, strides, offset):
    """Read element by element."""
    values = storage.tolist()
    out = torch.empty(shape, dtype=storage.dtype)
    for index in np.ndindex(*shape):
        out[index] = values[offset + sum(i * s for i, s in zip(index, strides, strict=True))]
    return out


def _gather_mistakes(storage, shape, strides, offset):
    in_order = torch.arange(math.prod(shape)) % len(storage)
    wrong = {"this reads the storage in order; follow the strides": storage[in_order].view(shape)}
    beneath = torch.empty(0, dtype=storage.dtype).set_(storage.untyped_storage())
    for text, (place, its_strides, start) in {
        "this leaves out storage_offset": (storage, strides, 0),
        "this takes the strides in the opposite order": (storage, strides[::-1], offset),
        "count positions in storage, not in what lies beneath it": (beneath, strides, offset),
    }.items():
        last = start + sum((n - 1) * s for n, s in zip(shape, its_strides, strict=True))
        if last < len(place):
            wrong[text] = _gathered(place, shape, its_strides, start)
    return wrong


def _check_gather(adapters, storage, geometry, what):
    shape, strides, offset = geometry
    expected = _gathered(storage, shape, strides, offset)
    actual = adapters.run_gather(storage, shape, strides, offset)
    what = f"{what}: shape {shape}, strides {strides}, offset {offset}"
    assert_same_elements(
        actual, expected, misconceptions=lambda: _gather_mistakes(storage, *geometry), what=what
    )
    if not actual.is_contiguous():
        fail(f"{what}: the result has strides {actual.stride()}; it should be contiguous")
    if actual.numel() and shares_storage(actual, storage):
        fail(f"{what}: the result is a view of storage", "gather copies: it gives a new tensor")


@pytest.mark.problem("gather")
def test_gather_is_index_arithmetic(adapters, rng):
    storage = _storage(rng, 5000)
    steps = []
    for n, m in ((2, 3), (rng.integer(9, 12), rng.integer(17, 20))):
        conditions = {"trace": True, "steps": True, "calls": True}
        seen = adapters.observed(**conditions).run_gather(storage, (n, m), (m, 1), 7)
        assert_same_elements(seen.value, storage[7 : 7 + n * m].view(n, m))
        ran = [op.name.removeprefix("aten.") for op in seen.trace.ops]
        asked = [name for name in ran if "as_strided" in name or name in ("set_", "_reshape_alias")]
        if asked:
            fail(f"gather ran {asked[0]}", "compute positions in storage and index with them")
        steps.append(seen.steps + len(seen.trace.ops))
    hint = "no Python loop over elements: compute all positions at once, a dim at a time"
    if steps[1] > steps[0] + 20:
        fail(f"6 elements took {steps[0]} steps of Python, {n * m} elements {steps[1]}", hint)
    if any(TorchCall.of(call).name == "tolist(many)" for call in seen.calls):
        fail("all of storage went into a list", hint)
    hint = "compute positions in storage with tensors, and index with them"
    banned = {"as_strided", "stride_tricks", "set_", "ndarray", *LOOPS}
    assert_avoids(adapters, "cs336_basics/tensors.py", ["gather"], banned, hint=hint)
    for path, name in (("cs336_basics/tensors.py", "gather"), ("adapters.py", "run_gather")):
        assert_in_sight(adapters, path, [name])


@pytest.mark.problem("gather")
def test_gather(adapters, rng):
    for number, dtype in enumerate(DTYPES):  # all geometries in the first, a third in each other
        n = rng.integer(60, 80)
        chosen = slice(number % 3, None, 3) if number else slice(None)
        for what, geometry in list(_geometries(rng, n).items())[chosen]:
            _check_gather(adapters, _storage(rng, n, dtype), geometry, what)


@pytest.mark.problem("gather")
def test_gather_from_a_storage_that_is_a_view(adapters, rng):
    n = rng.integer(60, 80)
    for layout, storage in layouts(_storage(rng, n)).items():
        for what, geometry in list(_geometries(rng, n).items())[1::2]:
            _check_gather(adapters, storage, geometry, f"{what}, storage {layout}")
    column = _storage(rng, 3 * n).view(n, 3)[:, 1]
    expanded = _storage(rng, 1).expand(n)
    for geometry in (((2, 3), (3, 1), 1), ((), (), 4), ((n,), (1,), 0)):
        _check_gather(adapters, column, geometry, "storage is a column")
        _check_gather(adapters, expanded, geometry, "storage is one element, expanded")
    _check_gather(adapters, torch.empty(0), ((2, 0), (1, 1), 0), "an empty storage")


@pytest.mark.problem("gather")
def test_gather_far_into_a_storage(adapters):
    far = 2**24
    storage = torch.zeros(far + 10, dtype=torch.uint8)
    storage[far:] = torch.arange(1, 11)
    hint = "float32 counts exactly to 2²⁴ only: keep positions in integers"
    rounded = storage[torch.arange(far, far + 3).float().long()]
    actual = adapters.run_gather(storage, (3,), (1,), far)
    what = f"shape (3,), strides (1,), offset {far}"
    assert_same_elements(actual, storage[far : far + 3], misconceptions={hint: rounded}, what=what)


@pytest.mark.problem("gather")
def test_gather_keeps_nothing_for_the_next_call(adapters, rng):
    storage = _storage(rng, 30)
    geometry = ((2, 3), (4, 2), rng.integer(0, 9))
    _check_gather(adapters, storage, geometry, "a first call")
    actual = adapters.observed(spoiled=True).run_gather(storage, *geometry).value
    assert_not_kept(actual, _gathered(storage, *geometry))


@pytest.mark.problem("gather")
def test_gather_takes_numpy_integers(adapters, rng):
    storage = _storage(rng, 30)
    shape, strides = tuple(np.array([2, 3])), tuple(np.array([4, 2]))
    actual = adapters.run_gather(storage, shape, strides, np.int64(5))
    assert_same_elements(actual, _gathered(storage, (2, 3), (4, 2), 5))


@pytest.mark.problem("gather")
def test_gather_refuses_what_lies_outside(adapters, rng):
    n = rng.integer(10, 20)
    for shape, strides, offset in (
        ((n + 1,), (1,), 0),
        ((n,), (1,), 1),
        ((), (), n),
        ((2, 2), (n - 1, 1), 0),
        ((3, 3), (n // 2, 2), 0),
        ((1, 1), (0, 0), n + 7),
        ((), (), -1),
        ((2,), (1,), -1),
        ((3,), (2,), -n),
        ((3,), (-1,), 1),
        ((2, 2), (1, -3), 2),
        ((2,), (2**40,), 0),
    ):
        before = offset < 0 or min(strides, default=0) < 0
        assert_raises(
            lambda rest=(shape, strides, offset): adapters.run_gather(torch.arange(n), *rest),
            kinds=(IndexError, ValueError),
            when=f"shape is {shape}, strides {strides} and storage_offset {offset}, in a storage "
            f"of {n} elements" + (f" ({WRAPPED})" if before else ""),
        )
    assert_raises(
        lambda: adapters.run_gather(torch.empty(0), (1,), (1,), 0),
        kinds=(IndexError, ValueError),
        when="storage is empty and shape is not",
    )


def _windows(x, size, step):
    """Copy the windows out one by one."""
    starts = range(0, x.shape[-1] - size + 1, step)
    return torch.stack([x[..., start : start + size].clone() for start in starts], dim=-2)


def _check_windows(adapters, x, size, step, what):
    what = f"{what}, size {size}, step {step}"
    actual, expected = adapters.run_sliding_windows(x, size, step), _windows(x, size, step)
    assert_tensor(actual, expected.shape, x.dtype, what=what)
    hints = {
        "step is the distance from one window to the next": _windows(x, size, 1),
        "the windows overlap unless step is size": _windows(x, size, size),
    }
    memory = torch.empty(0, dtype=x.dtype).set_(x.untyped_storage())
    strides = (*x.stride()[:-1], x.stride(-1) * step, x.stride(-1))
    if x.numel():
        text = "x may start inside its storage: its storage_offset counts"
        hints[text] = memory.as_strided(expected.shape, strides)
    assert_same_elements(actual, expected, misconceptions=hints, what=what)
    if x.numel() and actual.data_ptr() != x.data_ptr():
        fail(f"{what}: the windows are a copy", "share the storage of x: a view copies nothing")
    observable = [
        there if n > 1 and x.numel() else given
        for n, there, given in zip(expected.shape, strides, actual.stride(), strict=True)
    ]
    assert_integers(actual.stride(), observable, what=f"the strides of {what}")


@pytest.mark.problem("sliding_windows")
def test_sliding_windows_of_any_layout(adapters, rng):
    time = rng.integer(7, 12)
    for shape in ((time,), (3, time), (2, 3, time), (2, 1, 2, 1, 2, time)):
        for layout, x in layouts(rng.normal(*shape)).items():
            for size, step in ((3, 1), (rng.integer(1, time), rng.integer(1, 4))):
                _check_windows(adapters, x, size, step, f"a {layout} x of shape {shape}")
    x = rng.normal(time, 4)
    for what, view in (
        ("a transposed x", x.T),
        ("a column", x[:, 1]),
        ("every other row", rng.normal(4, time)[::2]),
        ("an expanded row", rng.normal(time).expand(3, time)),
        ("an expanded column", rng.normal(3, 1).expand(3, time)),
        ("a square x", rng.normal(time, time)),
        ("a square x, transposed", rng.normal(time, time).T),
        ("windows of windows", rng.normal(time).unfold(0, 5, 1)),
        ("two dims swapped", rng.normal(2, time, 3).transpose(1, 2)),
    ):
        _check_windows(adapters, view, rng.integer(2, 4), rng.integer(1, 3), what)


@pytest.mark.problem("sliding_windows")
def test_sliding_windows_of_any_dtype(adapters, rng):
    for dtype in DTYPES:
        _check_windows(adapters, _storage(rng, 40, dtype).view(4, 10)[:, 1:], 4, 2, f"{dtype}")


@pytest.mark.problem("sliding_windows")
def test_sliding_windows_at_the_edges(adapters, rng):
    time = rng.integer(4, 9)
    edges = [(time, 1), (time, 7), (1, 1), (1, time), (1, time + 5), (time - 1, 2)]
    for x in (rng.normal(time), rng.normal(2, time)):
        for size, step in edges + [(2, step) for step in range(1, time + 2)]:
            _check_windows(adapters, x, size, step, f"time {time}")
    _check_windows(adapters, rng.normal(1), 1, 1, "one element")
    _check_windows(adapters, rng.normal(0, time), 2, 1, "no rows")
    actual = adapters.run_sliding_windows(rng.normal(3, time), np.int64(2), np.int64(2))
    assert_tensor(actual, (3, time // 2, 2), torch.float32, what="with NumPy integers")


@pytest.mark.problem("sliding_windows")
def test_sliding_windows_refuses_bad_sizes(adapters, rng):
    time = rng.integer(4, 9)
    x = rng.normal(2, time)
    for size in (time + 1, time + 90, 0, -1, -time):
        for given in (x[0], x):
            assert_raises(
                lambda given=given, size=size: adapters.run_sliding_windows(given, size, 1),
                mentions=["size", size],
                when=f"size is {size} and time {time}",
            )
    for step in (0, -1, -time):
        assert_raises(
            lambda step=step: adapters.run_sliding_windows(x, 2, step),
            mentions=["step", step],
            when=f"step is {step}",
        )
    assert_raises(
        lambda: adapters.run_sliding_windows(rng.normal(3, 0), 1, 1),
        mentions=["size", 1],
        when="size is 1 and time 0",
    )
