"""Heads as an axis: handout §4.2 and §4.3. Expected values are taken head by head."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_close, assert_same_elements
from tests.harness.plugin.inputs import layouts
from tests.harness.rules.einops_only import (
    BATCHES,
    EINOPS_ERRORS,
    FLOATS,
    only_einops,
    pack_may_refuse,
)

adapters = only_einops  # watched in every call


def _split(x, heads):
    d = x.shape[-1] // heads
    return torch.stack([x[..., h * d : (h + 1) * d] for h in range(heads)], dim=-3)


def _interleaved(x, heads):
    return torch.stack([x[..., h::heads] for h in range(heads)], dim=-3)


def _check_split(adapters, x, heads, what=""):
    expected = _split(x, heads)
    wrong = {
        "the heads are outermost in hidden: head 0 is its first d numbers": _interleaved(x, heads),
        "heads come before seq": expected.transpose(-3, -2),
        "this mixes positions: move heads before seq, do not only reshape": x.reshape(
            expected.shape
        ),
    }
    actual = adapters.run_split_heads(x, heads)
    what = f"split_heads: {what or tuple(x.shape)}, {heads} heads"
    assert_same_elements(actual, expected, misconceptions=wrong, what=what)


def _check_merge(adapters, x, heads, what="", split=None):
    split = _split(x, heads) if split is None else split
    wrong = {
        "this mixes positions: move seq before heads, then merge": split.reshape(x.shape),
        "heads are outermost in hidden, d innermost": split.permute(
            *range(split.ndim - 3), -2, -1, -3
        ).reshape(x.shape),
    }
    what = f"merge_heads: {what or tuple(split.shape)}"
    assert_same_elements(adapters.run_merge_heads(split), x, misconceptions=wrong, what=what)


@pytest.mark.problem("split_heads")
def test_split_heads_and_merge_heads_are_written_with_einops(adapters, rng):
    x = rng.normal(4, 6)
    _check_split(adapters, x, 2)
    _check_merge(adapters, x, 2)
    adapters.assert_einops("run_split_heads", "run_merge_heads")


@pytest.mark.problem("split_heads")
def test_split_heads_and_merge_heads(adapters, rng):
    for check in (_check_split, _check_merge):
        for batch in BATCHES:
            for dtype in FLOATS:
                heads, d, seq = rng.integer(2, 4), rng.integer(2, 5), rng.integer(1, 6)
                check(adapters, rng.normal(*batch, seq, heads * d, dtype=dtype) * 99, heads)


@pytest.mark.problem("split_heads")
def test_split_heads_and_merge_heads_at_the_edges(adapters, rng):
    for check in (_check_split, _check_merge):
        for layout, x in layouts(rng.normal(2, 5, 6)).items():
            check(adapters, x, 3, f"a {layout} x")
        check(adapters, rng.normal(1, 6).expand(4, 6), 2, "an expanded x")
        check(adapters, rng.normal(3, 6), 1)
        check(adapters, rng.normal(3, 6), 6)
        check(adapters, rng.normal(1, 1), 1)
        check(adapters, rng.normal(3, 4), np.int64(2))
        check(adapters, rng.normal(0, 3, 6), 2)
        for batch in ((), (2,)):
            with pack_may_refuse():
                check(adapters, rng.normal(*batch, 0, 6), 2, "seq is 0")
    x = rng.normal(2, 5, 6)
    for layout, split in layouts(_split(x, 3)).items():
        _check_merge(adapters, x, 3, f"heads that are {layout}", split)


@pytest.mark.problem("split_heads")
def test_split_heads_refuses_bad_numbers_of_heads(adapters, rng):
    for heads in (4, 7, 0, -1, -2):
        for shape in ((3, 6), (2, 5, 6)):
            x = rng.normal(*shape)
            assert_raises(
                lambda x=x, heads=heads: adapters.run_split_heads(x, heads),
                kinds=EINOPS_ERRORS,
                when=f"num_heads is {heads} and hidden 6",
            )


def _per_head(x, w, heads):
    d = w.shape[0]
    return torch.cat([x[..., h * d : (h + 1) * d] @ w for h in range(heads)], dim=-1)


def _check_per_head(adapters, x, w, heads):
    exact_x, exact_w = x.double(), w.double()
    expected = _per_head(exact_x, exact_w, heads)
    columns = _interleaved(exact_x.unsqueeze(-2), heads).squeeze(-2) @ exact_w
    split = _split(exact_x.unsqueeze(-2), heads).squeeze(-2) @ exact_w
    wrong = {
        "the heads are outermost in hidden_in: head 0 is its first d_in numbers": columns.flatten(
            -2
        ),
        "the heads are outermost in hidden_out, d_out innermost": split.mT.flatten(-2),
        "the heads are outermost in hidden_in and in hidden_out": columns.mT.flatten(-2),
    }
    if w.shape[0] == w.shape[1]:
        wrong["this multiplies by the transpose of w"] = _per_head(exact_x, exact_w.T, heads)
    assert_close(
        adapters.run_per_head_linear(x, w, heads),
        expected,
        dtype=x.dtype,
        length=w.shape[0],
        magnitude=_per_head(exact_x.abs(), exact_w.abs(), heads),
        misconceptions=wrong,
        what=f"x of shape {tuple(x.shape)}, w of shape {tuple(w.shape)}, {heads} heads",
    )


@pytest.mark.problem("per_head_linear")
def test_per_head_linear_is_written_with_einops(adapters, rng):
    _check_per_head(adapters, rng.normal(4, 6), rng.normal(3, 2), 2)
    adapters.assert_einops("run_per_head_linear")


@pytest.mark.problem("per_head_linear")
def test_per_head_linear(adapters, rng):
    for dtype in FLOATS:
        for lead in ((), (4,), (2, 5), (2, 1, 3), (1, 2, 2, 2), (2, 1, 1, 2, 1, 2)):
            heads, d_in, d_out = rng.integer(2, 4), rng.integer(2, 5), rng.integer(2, 5)
            x = rng.normal(*lead, heads * d_in, dtype=dtype)
            _check_per_head(adapters, x, rng.normal(d_in, d_out, dtype=dtype), heads)
            _check_per_head(adapters, x, rng.normal(d_in, d_in, dtype=dtype), heads)


@pytest.mark.problem("per_head_linear")
def test_per_head_linear_at_the_edges(adapters, rng):
    for x in layouts(rng.normal(3, 2, 6)).values():
        for w in layouts(rng.normal(3, 4)).values():
            _check_per_head(adapters, x, w, 2)
    _check_per_head(adapters, rng.normal(6).expand(4, 6), rng.normal(3, 1), 2)
    _check_per_head(adapters, rng.normal(2, 6), rng.normal(6, 3), 1)
    _check_per_head(adapters, rng.normal(2, 6), rng.normal(1, 3), 6)
    _check_per_head(adapters, rng.normal(0, 6), rng.normal(3, 2), 2)
    _check_per_head(adapters, rng.normal(2, 0, 6), rng.normal(3, 2), 2)
    _check_per_head(adapters, rng.normal(2, 4), rng.normal(2, 2), np.int64(2))


@pytest.mark.problem("per_head_linear")
def test_per_head_linear_refuses_bad_numbers_of_heads(adapters, rng):
    for heads in (4, 7, 0, -1, -2):
        for d_in in (3, 6, 1):
            x, w = rng.normal(5, 6), rng.normal(d_in, 2)
            assert_raises(
                lambda x=x, w=w, heads=heads: adapters.run_per_head_linear(x, w, heads),
                kinds=EINOPS_ERRORS,
                when=f"num_heads is {heads}, hidden_in 6 and d_in {d_in}",
            )


@pytest.mark.problem("per_head_linear")
def test_per_head_linear_leaves_nothing_over(adapters, rng):
    heads, d_in = rng.integer(2, 4), rng.integer(2, 4)
    hidden_in = heads * d_in + 1
    assert_raises(
        lambda: adapters.run_per_head_linear(rng.normal(hidden_in), rng.normal(d_in, 2), heads),
        kinds=EINOPS_ERRORS,
        when=f"num_heads is {heads}, hidden_in {hidden_in} and d_in {d_in}",
    )
