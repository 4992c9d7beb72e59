"""Initializing a weight: handout §7.1."""

import math
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest
import torch

from tests.harness.chance import mean_slack, share_is_off
from tests.harness.compare import assert_raises, assert_same_elements, assert_tensor, fail

NORMAL = NormalDist()
INSIDE = NORMAL.cdf(3) - NORMAL.cdf(-3)
# Mean of z² and of z⁴, for z normal and truncated at 3.
SQUARE = 1 - 2 * 3 * NORMAL.pdf(3) / INSIDE
FOURTH = 3 * SQUARE - 2 * 27 * NORMAL.pdf(3) / INSIDE
EDGES = (-3.0, -2.9, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.9, 3.0)


def _scale_hints(std, d_in, d_out):
    """Say which mistake gives this standard deviation, in units of 1/√d_in."""
    mistakes = {
        "this scales by 1/√d_out; each output is a sum of d_in products": math.sqrt(d_in / d_out),
        "this is not scaled by 1/√d_in": math.sqrt(d_in),
        "1/d_in is too small: the standard deviation is its root": 1 / math.sqrt(d_in),
        "1/√d_in is the standard deviation, not the variance": d_in**-0.25,
        "this has the variance 2/d_in, which is for layers before a ReLU": math.sqrt(2),
        "this takes d_in and d_out together": math.sqrt(2 * d_in / (d_in + d_out)),
        "this is uniform within ±1/√d_in": 1 / math.sqrt(3),
    }
    # Truncated or not: truncation takes 1.3 %.
    return [text for text, wrong in mistakes.items() if 0.975 < std / wrong < 1.01]


def _check_distribution(weight, d_in, d_out):
    """Check that weight is drawn from the normal truncated at three standard deviations.

    One weight passes 16 bounds of tests/harness/chance.py, and there are five weights: a false
    alarm has a probability below 80 · 2e-13 = 1.6e-11.
    """
    if not weight.isfinite().all():
        fail(f"with d_in={d_in}, d_out={d_out} not all elements are finite")
    z = weight.double().flatten() * math.sqrt(d_in)
    n, largest, square = z.numel(), z.abs().max().item(), (z * z).mean().item()
    hints = _scale_hints(math.sqrt(square), d_in, d_out)
    if largest < 3.2 and abs(square - 1) < 0.01:
        hints.append("truncation narrows the spread by 1.3 %; leave it so")
    if largest > 3 * (1 + 1e-6):
        fail(
            f"with d_in={d_in}, d_out={d_out} an element is {largest:.4g} · 1/√d_in; truncated at "
            "three standard deviations, none is beyond 3",
            *hints or ["cut at multiples of the standard deviation, not at absolute numbers"],
        )
    # Of 24 random bits, 130 000 draws repeat 1 % at most, and none very often.
    values, times = z[:130_000].abs().unique(return_counts=True)
    repeated = 1 - len(values) / times.sum().item()
    if repeated > 0.1:
        fail(f"{repeated:.0%} of the elements repeat another: draw each one by itself")
    if times.max() > 50:
        fail(
            f"{times.max()} of {times.sum()} elements are the same, "
            f"±{values[times.argmax()]:.4g} · 1/√d_in",
            "what lies beyond a bound is drawn anew, not moved to one place",
        )
    if abs(square - SQUARE) > mean_slack(n, FOURTH - SQUARE**2, 9):
        fail(
            f"with d_in={d_in}, d_out={d_out} the standard deviation is "
            f"{math.sqrt(square):.4f} · 1/√d_in, expected {math.sqrt(SQUARE):.4f}",
            *hints or ["1/√d_in is the standard deviation before truncation, the bounds are ±3"],
        )
    if abs(z.mean().item()) > mean_slack(n, SQUARE, 3):
        fail(f"the mean is {z.mean().item():.4f} · 1/√d_in, expected 0")
    bins = torch.bucketize(z, torch.tensor(EDGES[1:-1], dtype=torch.float64))
    counts = torch.bincount(bins, minlength=len(EDGES) - 1).tolist()
    for (low, high), count in zip(pairwise(EDGES), counts, strict=True):
        share = (NORMAL.cdf(high) - NORMAL.cdf(low)) / INSIDE
        if share_is_off(count, n, share):
            fail(
                f"{count / n:.3%} of the elements lie between {low} and {high} standard "
                f"deviations; it should be {share:.3%}",
                "this is not the shape of a normal distribution, truncated at ±3",
            )


@pytest.mark.problem("init_weight")
def test_init_weight_is_a_truncated_normal(adapters, rng):
    for d_in, d_out in (
        (rng.integer(900, 1000), rng.integer(320, 350)),
        (rng.integer(5, 9), rng.integer(12_000, 14_000)),
        (1, rng.integer(60_000, 70_000)),
    ):
        weight = adapters.run_init_weight(d_in, d_out, rng.seed())
        assert_tensor(weight, (d_in, d_out), torch.float32)
        _check_distribution(weight, d_in, d_out)


@pytest.mark.problem("init_weight")
def test_init_weight_draws_anew_what_lies_beyond(adapters, rng):
    d_in, d_out, seed = rng.integer(200, 300), 200, rng.seed()
    drawn = torch.randn(d_in, d_out, generator=torch.Generator().manual_seed(int(seed)))
    weight = adapters.run_init_weight(d_in, d_out, seed)
    assert_tensor(weight, (d_in, d_out), torch.float32)
    if torch.allclose(weight * math.sqrt(d_in), torch.fmod(drawn, 3), atol=1e-5):
        fail(
            "this is the remainder of a normal number by 3",
            "what lies beyond a bound is drawn anew, not moved",
        )
    _check_distribution(weight, d_in, d_out)


@pytest.mark.problem("init_weight")
def test_init_weight_gives_a_plain_float32_tensor(adapters, rng):
    n = rng.integer(2, 30)
    for d_in, d_out in ((n, 3), (3, n), (1, 1), (1, n), (n, 1), (n, 0), (0, n), (0, 0)):
        weight = adapters.run_init_weight(np.int64(d_in), d_out, rng.seed())
        assert_tensor(weight, (d_in, d_out), torch.float32)
        if weight.requires_grad:
            fail("the weight requires a gradient; give a plain tensor, not a parameter")
        if not (weight.abs() <= 3 * (1 + 1e-6) * max(d_in, 1) ** -0.5).all():
            fail(f"with d_in={d_in} an element lies beyond ±3/√d_in: {weight.abs().max().item()}")


@pytest.mark.problem("init_weight")
def test_init_weight_depends_on_its_seed_alone(adapters, rng):
    d_in, d_out = rng.integer(200, 240), 200  # large enough to hold numbers that are drawn anew
    seed, other, elsewhere = rng.seed(), rng.seed(), rng.seed()
    first = adapters.run_init_weight(d_in, d_out, seed)
    different = adapters.run_init_weight(d_in, d_out, other)
    assert_tensor(first, (d_in, d_out), torch.float32)
    if torch.equal(first, different):
        fail("two seeds gave the same weight", "draw from the generator that is passed in")
    again = adapters.observed(seed=elsewhere).run_init_weight(d_in, d_out, seed)
    assert_same_elements(
        again.value,
        first,
        misconceptions={"the seed of the call before was kept": different},
        what="the weight of the same seed, drawn again",
    )


@pytest.mark.problem("init_weight")
def test_init_weight_leaves_the_global_generators_alone(adapters, rng):
    seen = adapters.observed(seed=rng.seed()).run_init_weight(200, 200, rng.seed())
    assert_tensor(seen.value, (200, 200), torch.float32)
    for name, (before, after) in seen.generators.items():
        if before != after:
            fail(
                f"the state of {name}'s global generator changed",
                "draw everything from the generator that is passed in, and seed no other",
            )
    _check_distribution(seen.value, 200, 200)


@pytest.mark.problem("init_weight")
def test_init_weight_refuses_negative_sizes(adapters, rng):
    bad = -rng.integer(20, 99)
    for d_in, d_out, name in (
        (bad, 3, "d_in"),
        (3, bad, "d_out"),
        (-1, 0, "d_in"),
        (0, -1, "d_out"),
    ):
        wrong = min(d_in, d_out)
        assert_raises(
            lambda d_in=d_in, d_out=d_out: adapters.run_init_weight(d_in, d_out, 1),
            mentions=[name, wrong],
            when=f"{name} is {wrong}",
        )
