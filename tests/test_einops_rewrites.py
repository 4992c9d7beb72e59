"""Axes with names: handout §4. Expected values are loops over single positions, in float64."""

import math

import pytest
import torch

from tests.harness.checks.values import assert_close
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.rules.einops_only import BATCHES, FLOATS, only_einops, pack_may_refuse
from tests.harness.runtime.describe import describe, describe_error

adapters = only_einops  # watched in every call


def _scores(q, k):
    """Return exact scores and the sums of absolute products."""
    q, k = q.double(), k.double()
    products = q[..., :, None, :] * k[..., None, :, :]
    return products.sum(-1), products.abs().sum(-1)


def _score_mistakes(q, k, sums):
    d = q.shape[-1]
    wrong = {
        "this is not divided by √d": sums,
        "this divides by d, not by √d": sums / d,
        "this divides by d / 2, not by √d": sums / (d / 2),
        "√d need not be a whole number; this rounds it down": sums / math.isqrt(d),
        "√d need not be a whole number; this rounds it up": sums / math.ceil(math.sqrt(d)),
        "this multiplies by √d; divide": sums * math.sqrt(d),
        "this applies a softmax; scores come before it": (sums / math.sqrt(d)).softmax(-1),
    }
    if q.shape == k.shape:
        wrong["this is the transpose: queries come first, then keys"] = sums.mT / math.sqrt(d)
    counts = {q.shape[-2]: "queries or keys", k.shape[-2]: "queries or keys"}
    for other in {q.ndim, k.ndim}:
        counts[other] = "queries, keys or dims" if other in counts else "dims, `x.ndim`"
    for other, of in counts.items():
        if other != 1:  # √1 is no division
            text = f"this divides by √{other}, the root of the number of {of}, not by √d"
            wrong[text] = sums / math.sqrt(other)
    return wrong


def _check_scores(adapters, q, k):
    d = q.shape[-1]
    sums, magnitude = _scores(q, k)
    assert_close(
        adapters.run_attention_scores(q, k),
        sums / math.sqrt(d),
        dtype=q.dtype,
        length=d,
        magnitude=magnitude / math.sqrt(d),
        misconceptions=lambda: _score_mistakes(q, k, sums),
        what=f"q of shape {tuple(q.shape)}, k of shape {tuple(k.shape)}",
    )


@pytest.mark.problem("attention_scores")
def test_attention_scores_is_written_with_einops(adapters, rng):
    d = rng.choice((8, 10))  # √d, its neighbours, d / 2, √2, √3 and √5 are all different
    _check_scores(adapters, rng.normal(3, d), rng.normal(5, d))
    adapters.assert_einops("run_attention_scores")


@pytest.mark.problem("attention_scores")
def test_attention_scores(adapters, rng):
    for dtype in FLOATS:
        for batch in BATCHES if dtype == FLOATS[0] else BATCHES[::2]:
            queries, keys = rng.shape(2)
            d = rng.integer(10, 15)  # √d is no whole number
            q = rng.normal(*batch, queries, d, dtype=dtype)
            k = rng.normal(*batch, keys, d, dtype=dtype)
            _check_scores(adapters, q, k)
            _check_scores(adapters, k, k)


@pytest.mark.problem("attention_scores")
def test_attention_scores_batch_dims_broadcast(adapters, rng):
    n, m, queries, keys, d = rng.shape(5, 2, 5)
    for q_batch, k_batch in (
        ((n,), (1,)),
        ((1,), (n,)),
        ((n,), ()),
        ((), (n,)),
        ((m, 1), (1, n)),
        ((m, n), (n,)),
        ((1, n), (m, 1, 1)),
    ):
        _check_scores(adapters, rng.normal(*q_batch, queries, d), rng.normal(*k_batch, keys, d))


@pytest.mark.problem("attention_scores")
def test_attention_scores_of_any_layout_and_size(adapters, rng):
    for q in layouts(rng.normal(2, 3, 4)).values():
        for k in layouts(rng.normal(2, 5, 4)).values():
            _check_scores(adapters, q, k)
    _check_scores(adapters, rng.normal(1, 4).expand(3, 4), rng.normal(1, 2, 4).expand(3, 2, 4))
    for q_shape, k_shape in (((0, 3), (2, 3)), ((2, 3), (0, 3)), ((0, 2, 3), (0, 4, 3))):
        _check_scores(adapters, rng.normal(*q_shape), rng.normal(*k_shape))
    _check_scores(adapters, rng.normal(1, 1), rng.normal(1, 1))


def _masked(x, mask):
    """Return exact means and the means of absolute values."""
    *batch, seq, d = x.shape
    rows, keep = x.double().reshape(math.prod(batch), seq, d), mask.reshape(math.prod(batch), seq)
    means, magnitudes = torch.zeros(2, len(rows), d, dtype=torch.float64)
    for row in range(len(rows)):
        if keep[row].any():
            means[row] = rows[row][keep[row]].mean(0)
            magnitudes[row] = rows[row][keep[row]].abs().mean(0)
    return means.reshape(*batch, d), magnitudes.reshape(*batch, d)


def _check_masked_mean(adapters, x, mask, what=""):
    expected, magnitude = _masked(x, mask)
    actual = adapters.run_masked_mean(x, mask)
    if isinstance(actual, torch.Tensor) and actual.isnan().any():
        fail(f"{what or describe(x)}: the result has NaN", "where no position is True, it is zero")
    if isinstance(actual, torch.Tensor) and actual.shape == expected.shape:
        for row in actual[~mask.any(-1)]:
            if row.any():
                given = f"a row without a True position has the mean {row.tolist()}"
                fail(f"{what or describe(x)}: {given}", "where no position is True, it is zero")
    assert_close(
        actual,
        expected,
        dtype=x.dtype,
        length=x.shape[-2],
        magnitude=magnitude,
        misconceptions=lambda: _masked_mistakes(x, mask),
        what=what or f"x of shape {tuple(x.shape)}, {int(mask.sum())} of {mask.numel()} True",
    )


def _masked_mistakes(x, mask):
    exact, seq = x.double(), x.shape[-2]
    kept = torch.where(mask.unsqueeze(-1), exact, 0.0).sum(-2)
    divide = "divide by the number of True positions"
    wrong = {
        f"this divides by the length of seq; {divide}": kept / max(seq, 1),
        f"this divides by d; {divide}": kept / max(x.shape[-1], 1),
        f"this is the sum; {divide}": kept,
        "this leaves out the mask": exact.sum(-2) / max(seq, 1),
        "this is the mean over d, too; only positions are averaged": _masked(x, mask)[0]
        / max(x.shape[-1], 1),
        "this is the mean over the False positions": _masked(x, ~mask)[0],
        "this divides by the number of True positions and 1; only an empty mask needs care": kept
        / (mask.sum(-1, keepdim=True) + 1),
    }
    nonzero = (mask.unsqueeze(-1) & (exact != 0)).sum(-2).clamp(min=1)
    wrong[f"zeros among the numbers count too: {divide}"] = kept / nonzero
    if (total := mask.sum().clamp(min=1)) != seq:
        wrong["this counts the True positions of the whole batch; count row by row"] = kept / total
    count = mask.sum(-1, keepdim=True)  # of int64, which a float makes float32
    for eps in (1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5):
        text = f"{eps:.0e} is added to the count; a count of 1 or more is right as it is"
        wrong[text] = kept / (count.double() + eps)
        wrong[text.replace(";", ", in float32;")] = kept / (count + eps)
    return wrong


def _mask(rng, *shape):
    return torch.rand(shape, generator=rng.torch) < 0.6


@pytest.mark.problem("masked_mean")
def test_masked_mean_is_written_with_einops(adapters, rng):
    # 2 of 6 in each row: 2 + 1, 6, 4 in the batch, d and 2 times d are all different counts.
    order = torch.stack([torch.randperm(6, generator=rng.torch) for _ in range(2)])
    _check_masked_mean(adapters, rng.normal(2, 6, 5), order < 2)
    adapters.assert_einops("run_masked_mean")


@pytest.mark.problem("masked_mean")
def test_masked_mean(adapters, rng):
    for dtype in FLOATS:
        for batch in BATCHES if dtype == FLOATS[0] else BATCHES[::2]:
            seq, d = rng.integer(3, 9), rng.integer(2, 5)
            x, mask = rng.normal(*batch, seq, d, dtype=dtype) + 2, _mask(rng, *batch, seq)
            _check_masked_mean(adapters, x, mask)
            padding = x.masked_fill(~mask.unsqueeze(-1), 2.0**20)
            _check_masked_mean(adapters, padding, mask, "large numbers under False")
            if dtype == FLOATS[0]:
                _check_masked_mean(adapters, x * 100, ~mask)
                _check_masked_mean(adapters, x.round() - 2, mask, "whole numbers, zeros among them")


@pytest.mark.problem("masked_mean")
def test_masked_mean_of_nothing_is_zero(adapters, rng):
    x = rng.normal(3, 4, 5)
    mask = torch.ones(3, 4, dtype=torch.bool)
    mask[rng.integer(0, 2)] = False
    _check_masked_mean(adapters, x, mask, "one row has no True position")
    for dtype in FLOATS:
        no_position = f"no position is True, x is {dtype}"
        _check_masked_mean(adapters, x.to(dtype), torch.zeros_like(mask), no_position)
    _check_masked_mean(adapters, x[0], ~mask[0] & mask[0], "no position is True, no batch dim")
    _check_masked_mean(adapters, x, ~torch.zeros_like(mask), "every position is True")
    _check_masked_mean(adapters, rng.normal(1, 1), torch.tensor([True]))
    _check_masked_mean(adapters, rng.normal(0, 4, 3), _mask(rng, 0, 4))
    for batch in ((), (2,)):
        x, mask = rng.normal(*batch, 0, 3), _mask(rng, *batch, 0)
        with pack_may_refuse():
            _check_masked_mean(adapters, x, mask, "seq is 0")


@pytest.mark.problem("masked_mean")
def test_masked_mean_makes_nothing_on_another_device(adapters, rng):
    x, mask = rng.normal(3, 4, 5), _mask(rng, 3, 4)
    _check_masked_mean(adapters, x, mask)
    if not adapters.makes_tensors("run_masked_mean", x, mask):
        return  # torch's first sum on meta takes a quarter of a second
    try:
        adapters.run_masked_mean(x.to("meta"), mask.to("meta"))
    except Exception as error:  # others: it looks at numbers, of which a tensor on meta has none
        if "expected device" in str(error) or "same device" in str(error):
            given = "with x and mask on another device than the CPU"
            fail(f"{given}: {describe_error(error)}", "zeros, too, are made on the device of x")


@pytest.mark.problem("masked_mean")
def test_masked_mean_of_any_layout(adapters, rng):
    masks = layouts(_mask(rng, 3, 5))
    for what, x in layouts(rng.normal(3, 5, 4)).items():
        for layout, mask in masks.items():
            _check_masked_mean(adapters, x, mask, f"a {what} x, a {layout} mask")
    expanded = rng.normal(1, 4, 2).expand(3, 4, 2)
    _check_masked_mean(adapters, expanded, _mask(rng, 4).expand(3, 4), "expanded rows")
    square = rng.normal(4, 4, 4)
    _check_masked_mean(adapters, square, _mask(rng, 4, 4), "batch, seq and d are equal")
    long = rng.normal(2, 301, 1) + 2  # bfloat16 has no 301
    _check_masked_mean(adapters, long, torch.ones(2, 301, dtype=torch.bool), "301 positions")
