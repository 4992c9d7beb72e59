"""Windows as a view: handout §3.6."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integers, assert_same_elements, assert_tensor
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import DTYPES, layouts

pytestmark = pytest.mark.problem("sliding_windows")


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


def test_sliding_windows_of_any_dtype(adapters, rng):
    for dtype in DTYPES:
        _check_windows(adapters, rng.numbers(40, dtype).view(4, 10)[:, 1:], 4, 2, f"{dtype}")


def test_sliding_windows_at_the_edges(adapters, rng):
    time = rng.integer(4, 9)
    edges = [(time, 1), (time, 7), (1, 1), (1, time), (1, time + 5), (time - 1, 2)]
    for x in (rng.normal(time), rng.normal(2, time)):
        for size, step in edges + [(2, step) for step in range(1, time + 2)]:
            _check_windows(adapters, x, size, step, f"time {time}")
    _check_windows(adapters, rng.normal(1), 1, 1, "one element")
    for step in (1, 2):
        _check_windows(adapters, rng.normal(0, time), 2, step, "no rows")
    actual = adapters.run_sliding_windows(rng.normal(3, time), np.int64(2), np.int64(2))
    assert_tensor(actual, (3, time // 2, 2), torch.float32, what="with NumPy integers")


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
