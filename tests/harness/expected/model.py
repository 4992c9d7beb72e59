"""Check that a weight is drawn from a normal distribution truncated at ±3 standard deviations."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from statistics import NormalDist

import torch
from torch import Tensor

from tests.harness.plugin.failure import fail

NORMAL = NormalDist()
INSIDE = NORMAL.cdf(3) - NORMAL.cdf(-3)  # probability within ±3
# Mean of z² and of z⁴, for z normal and truncated at 3.
SQUARE = 1 - 2 * 3 * NORMAL.pdf(3) / INSIDE
FOURTH = 3 * SQUARE - 2 * 27 * NORMAL.pdf(3) / INSIDE
EDGES = (-3.0, -2.9, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.9, 3.0)
OUT = "this scales by 1/√d_out; each output is a sum of d_in products"
BOTH = "this takes d_in and d_out together"
NATS = 30.0  # every bound below holds except with probability 2·exp(-30) = 2e-13


def _scale_hints(std: float, d_in: int, d_out: int) -> list[str]:
    """Return the mistakes that give this standard deviation, in units of 1/√d_in."""
    mistakes = {
        OUT: math.sqrt(d_in / d_out),
        "this is not scaled by 1/√d_in": math.sqrt(d_in),
        "1/d_in is too small: the standard deviation is its root": 1 / math.sqrt(d_in),
        "1/√d_in is the standard deviation, not the variance": d_in**-0.25,
        "this has the variance 2/d_in, which is for layers before a ReLU": math.sqrt(2),
        BOTH: math.sqrt(2 * d_in / (d_in + d_out)),
        "this is 0.02, whatever d_in is": 0.02 * math.sqrt(d_in),
        "this is uniform within ±1/√d_in": 1 / math.sqrt(3),
    }
    if d_in == d_out:
        del mistakes[OUT], mistakes[BOTH]
    # Truncated or not: truncation takes 1.3 %.
    return [text for text, wrong in mistakes.items() if 0.975 < std / wrong < 1.01]


def assert_truncated_normal(weight: Tensor, d_in: int, d_out: int) -> None:
    """Assert that a weight is drawn from the normal truncated at three standard deviations.

    A right weight passes 16 bounds of mean_slack and share_is_off: a false alarm has a probability
    below 16 · 2e-13 = 4e-12. Where 25 or more elements are expected between 2.99 and 3, there is
    none with a probability of e⁻²⁵.
    """
    given = f"with d_in={d_in}, d_out={d_out}"
    if not weight.isfinite().all():
        fail(f"{given} not all elements are finite")
    for dtype in (torch.bfloat16, torch.float16):
        rounded = torch.equal(weight.float(), weight.to(dtype).float())
        if rounded and len(weight.unique()) > 100:  # a weight of zeros has another mistake
            name = str(dtype).removeprefix("torch.")
            fail(f"{given} all elements are {name} numbers", "draw and keep them in float32")
    z = weight.double().flatten() * math.sqrt(d_in)
    n, largest, square = z.numel(), z.abs().max().item(), (z * z).mean().item()
    hints = _scale_hints(math.sqrt(square), d_in, d_out)
    if largest < 3.2 and abs(square - 1) < 0.01:
        hints.append("truncation narrows the spread by 1.3 %; leave it so")
    above, below = (int((side > 3 * (1 + 1e-6)).sum()) for side in (z, -z))
    if beyond := above + below:
        why = "nothing is cut here: the bounds are ±3 standard deviations, not ±3"
        if beyond < (1 - INSIDE) * n / 10:
            why = "a second draw can lie beyond a bound, too: draw until none does"
            if largest < 3.06:
                hints = []  # no mistake of the scale moves so few so little
                why = f"the bounds are ±3/√d_in: nothing widens, shifts or rounds them; and {why}"
        elif beyond > 20 and not (above and below):  # by chance with probability 2**-20
            why = "one side alone is cut here: there is a bound below, too, and one above"
        elif largest < 3.5 and n > 40_000:  # of normal numbers one is beyond: all but e⁻¹⁸
            why = "one is too large: the bounds are ±3/√d_in, and 1/√d_in the standard deviation"
        hints = hints or [why]
        fail(
            f"{given} an element is {largest:.4g} · 1/√d_in; truncated at "
            "three standard deviations, none is beyond 3",
            *hints,
        )
    # Of 24 random bits, 50 000 draws repeat 1 % at most, and none very often.
    values, times = z[:50_000].abs().unique(return_counts=True)
    repeated = 1 - len(values) / times.sum().item()
    if repeated > 0.1:
        fail(f"{given} {repeated:.0%} of the elements repeat another", "draw each one by itself")
    if times.max() > 50:
        fail(
            f"{times.max()} of {times.sum()} elements are the same, "
            f"±{values[times.argmax()]:.4g} · 1/√d_in",
            "draw again what lies beyond a bound; do not move it",
        )
    due = n * (2 * NORMAL.cdf(3) - 2 * NORMAL.cdf(2.99)) / INSIDE
    if due > 25 and largest < 2.99 and abs(square - SQUARE) < 0.02:
        fail(
            f"{given} no element is beyond ±{largest:.4g} · 1/√d_in; {due:.0f} should be beyond "
            "±2.99 · 1/√d_in",
            "the bounds are ±3 standard deviations, of 1/√d_in each",
        )
    if abs(square - SQUARE) > mean_slack(n, FOURTH - SQUARE**2, 9):
        fail(
            f"{given} the standard deviation is "
            f"{math.sqrt(square):.4f} · 1/√d_in, expected {math.sqrt(SQUARE):.4f}",
            *hints or ["1/√d_in is the standard deviation before truncation, the bounds are ±3"],
        )
    if abs(z.mean().item()) > mean_slack(n, SQUARE, 3):
        fail(f"{given} the mean is {z.mean().item():.4f} · 1/√d_in, expected 0")
    _assert_shape(
        z, "the elements", "this is not the shape of a normal distribution, truncated at ±3"
    )


def _assert_shape(z: Tensor, which: str, hint: str) -> None:
    bins = torch.bucketize(z, torch.tensor(EDGES[1:-1], dtype=torch.float64))
    counts = torch.bincount(bins, minlength=len(EDGES) - 1).tolist()
    for (low, high), count in zip(pairwise(EDGES), counts, strict=True):
        share = (NORMAL.cdf(high) - NORMAL.cdf(low)) / INSIDE
        if share_is_off(count, len(z), share):
            fail(
                f"{count / len(z):.3%} of {which} lie between {low} and {high} standard "
                f"deviations; it should be {share:.3%}",
                hint,
            )


def assert_redrawn(weight: Tensor, drawn: Tensor, d_in: int) -> bool:
    """Assert that numbers of torch.randn beyond ±3 were replaced by random ones.

    For up to 6 000 such elements a false alarm has a probability below 1e-9: one lies within 2e-7
    of a bound with a probability of 6e-9, and two do with 6e-10; at most one in ten equals another
    element; for the 14 shares see share_is_off.

    Args:
        weight: the weight, of the right shape and dtype.
        drawn: the numbers of torch.randn, from the weight's generator in the same state.
        d_in: the weight's first dimension.

    Returns:
        Whether the weight holds these numbers where they lie within ±3. If not, it is drawn in
        another way, and nothing was checked.
    """
    beyond = drawn.abs() > 3
    off = weight * math.sqrt(d_in) - drawn
    if not off.masked_fill_(beyond, 0).abs_().max() <= 1e-5:
        return False
    new = weight[beyond].double() * math.sqrt(d_in)
    given = f"of {len(new)} elements in the place of normal numbers beyond ±3"
    if torch.allclose(new, torch.fmod(drawn[beyond].double(), 3), atol=1e-5):
        fail(
            "this is the remainder of a normal number by 3",
            "draw again what lies beyond a bound; do not move it",
        )
    at_bound = int((new.abs() > 3 * (1 - 2e-7)).sum())
    if at_bound > 1:
        fail(
            f"{given}, {at_bound} lie on the bound itself, ±3 · 1/√d_in, or beyond",
            "a second draw can lie beyond a bound, too: draw until none does",
        )
    if len(new) < 1000:  # of more, it takes long
        copied = torch.isin(weight[beyond], weight[~beyond]).double().mean().item()
        if copied > 0.5:
            fail(f"{given}, {copied:.0%} are copies of other elements; draw each one by itself")
    hint = "draw again what lies beyond a bound, from the same normal distribution"
    _assert_shape(new, "the elements in the place of normal numbers beyond ±3", hint)
    return True


def mean_slack(n: int, variance: float, reach: float) -> float:
    """Return how far the mean of n independent draws can be off, by Bernstein's inequality.

    Args:
        n: number of draws.
        variance: the variance of one draw.
        reach: how far one draw can lie from its mean.
    """
    linear = NATS * reach / (3 * n)
    return linear + math.sqrt(linear**2 + 2 * variance * NATS / n)


def share_is_off(count: int, n: int, probability: float) -> bool:
    """Return whether a count of n independent draws is too unlikely, by Chernoff's bound."""
    share = count / n
    terms = ((share, probability), (1 - share, 1 - probability))
    return n * sum(q * math.log(q / p) for q, p in terms if q > 0) > NATS


def assert_cruncher_start(states: Sequence[dict[str, Tensor]]) -> None:
    """Assert that the large weights of two new Crunchers start as init_weight draws them.

    Of n right ones the standard deviation is 0.987 ± 0.67/√n, of 1000 the largest lies beyond 2.3,
    and hardly two are as large as the largest: all bounds together fail with chance < 1e-7.
    """
    weights, other = (
        {name: weight for name, weight in state.items() if weight.numel() >= 100}
        for state in states
    )
    for name, weight in weights.items():
        scaled = weight * weight.shape[0] ** 0.5
        n, largest, std = scaled.numel(), float(scaled.abs().max()), float(scaled.std())
        equal = int((scaled.abs() == largest).sum())  # many, if what lay beyond was moved there
        reaches = largest < 3.001 and (n < 1000 or largest > 2.3)
        if not (abs(std - 0.987) < 4.5 / n**0.5 and reaches and equal < 6 + n / 2000):
            fail(
                f"{name} should start as init_weight says; in units of 1/√d_in its standard "
                f"deviation is {std:.3g}, its largest elements, {equal} of {n}, are ±{largest:.4g}"
            )
    for name, copied in combinations(weights, 2):
        if torch.equal(weights[name], weights[copied]):
            fail(f"{copied} starts as a copy of {name}", "draw each weight separately")
    for name, weight in weights.items():
        if torch.equal(weight, other[name]):
            fail(
                f"two Crunchers in a row start with the same {name}",
                "draw it from torch's global generator, and seed nothing",
            )
