"""Reading a storage through strides: handout §3.5."""

import math

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_fresh_result, assert_same_elements, shares_storage
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import DTYPES, layouts
from tests.harness.rules.forbidden_names import STRIDED_ARRAYS, assert_avoids
from tests.harness.runtime.torch_calls import TorchCall

pytestmark = pytest.mark.problem("gather")

WRAPPED = "here a position before the start of storage counts from the end; it should be an error"


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
        hint = "gather copies: it gives a new tensor"
        if shape == ():
            hint += ", and indexing with a 0-d tensor gives a view"
        fail(f"{what}: the result is a view of storage", hint)


def test_gather_is_index_arithmetic(adapters, rng):
    storage = rng.numbers(5000)
    steps = []
    for n, m in ((2, 3), (rng.integer(9, 12), rng.integer(17, 20))):
        conditions = {"trace": True, "count_lines": True, "calls": True}
        seen = adapters.observed(**conditions).run_gather(storage, (n, m), (m, 1), 7)
        assert_same_elements(seen.value, storage[7 : 7 + n * m].view(n, m))
        ran = [op.name.removeprefix("aten.") for op in seen.trace.ops]
        asked = [name for name in ran if "as_strided" in name or name in ("set_", "_reshape_alias")]
        if asked:
            fail(f"gather ran {asked[0]}", "compute positions in storage and index with them")
        steps.append(seen.lines_run + len(seen.trace.ops))
    hint = "no Python loop over elements: compute all positions at once, a dim at a time"
    if steps[1] > steps[0] + n + m:  # a step for each entry of a dim is fine
        fail(f"6 elements took {steps[0]} steps of Python, {n * m} elements {steps[1]}", hint)
    if any(TorchCall.of(call).name == "tolist(many)" for call in seen.calls):
        fail("all of storage went into a list", hint)
    hint = "compute positions in storage with tensors, and index with them"
    assert_avoids(adapters, "cs336_basics/tensors.py", "gather", STRIDED_ARRAYS, hint)


def test_gather(adapters, rng):
    for number, dtype in enumerate(DTYPES):  # all geometries in the first, a third in each other
        n = rng.integer(60, 80)
        chosen = slice(number % 3, None, 3) if number else slice(None)
        for what, geometry in list(_geometries(rng, n).items())[chosen]:
            _check_gather(adapters, rng.numbers(n, dtype), geometry, what)


def test_gather_from_a_storage_that_is_a_view(adapters, rng):
    n = rng.integer(60, 80)
    for layout, storage in layouts(rng.numbers(n)).items():
        for what, geometry in list(_geometries(rng, n).items())[1::2]:
            _check_gather(adapters, storage, geometry, f"{what}, storage {layout}")
    column = rng.numbers(3 * n).view(n, 3)[:, 1]
    expanded = rng.numbers(1).expand(n)
    for geometry in (((2, 3), (3, 1), 1), ((), (), 4), ((n,), (1,), 0)):
        _check_gather(adapters, column, geometry, "storage is a column")
        _check_gather(adapters, expanded, geometry, "storage is one element, expanded")
    _check_gather(adapters, torch.empty(0), ((2, 0), (1, 1), 0), "an empty storage")


def test_gather_of_numbers_beside_nan_and_infinity(adapters, rng):
    n = rng.integer(60, 80)
    storage = rng.numbers(n)
    storage[::7], storage[3::7], storage[4::7] = torch.nan, torch.inf, -torch.inf
    for what, geometry in list(_geometries(rng, n).items())[::3]:
        _check_gather(adapters, storage, geometry, f"{what}, some elements NaN or infinite")


def test_gather_far_into_a_storage(adapters):
    far = 2**24
    storage = torch.zeros(far + 10, dtype=torch.uint8)
    storage[far:] = torch.arange(1, 11)
    hint = "float32 counts exactly to 2²⁴ only: keep positions in integers"
    rounded = storage[torch.arange(far, far + 3).float().long()]
    actual = adapters.run_gather(storage, (3,), (1,), far)
    what = f"shape (3,), strides (1,), offset {far}"
    assert_same_elements(actual, storage[far : far + 3], misconceptions={hint: rounded}, what=what)


def test_gather_keeps_nothing_for_the_next_call(adapters, rng):
    storage = rng.numbers(30)
    geometry = ((2, 3), (4, 2), rng.integer(0, 9))
    _check_gather(adapters, storage, geometry, "a first call")
    actual = adapters.observed(overwrite_result=True).run_gather(storage, *geometry).value
    assert_fresh_result(actual, _gathered(storage, *geometry))
    _check_gather(adapters, storage, ((2, 3), (2, 4), geometry[2]), "the same shape, other strides")
    for _ in range(12):  # in the judge each call's tensor is new, often in an old place
        _check_gather(adapters, storage.add_(1), geometry, "the same tensor, other elements")


def test_gather_takes_numpy_integers(adapters, rng):
    storage = rng.numbers(30)
    shape, strides = tuple(np.array([2, 3])), tuple(np.array([4, 2]))
    actual = adapters.run_gather(storage, shape, strides, np.int64(5))
    assert_same_elements(actual, _gathered(storage, (2, 3), (4, 2), 5))
    seen = adapters.observed().run_gather(storage, [2, 3], [4, 2], 5)
    if not isinstance(seen.error, TypeError):  # lists may be refused, but not changed
        assert_same_elements(seen.value, _gathered(storage, (2, 3), (4, 2), 5))


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


def test_gather_refuses_bad_shapes(adapters, rng):
    n = rng.integer(20, 30)
    for shape, strides in (
        ((-1,), (1,)),
        ((2, -n), (1, 1)),
        ((2, 3), (1,)),
        ((3,), (3, 1)),
        ((), (1,)),
        ((1,), ()),
    ):
        assert_raises(
            lambda rest=(shape, strides, 2): adapters.run_gather(torch.arange(n), *rest),
            kinds=(ValueError, TypeError, IndexError, RuntimeError),  # torch's own for such a size
            when=f"shape is {shape} and strides is {strides}",
        )
