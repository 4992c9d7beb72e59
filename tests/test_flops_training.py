"""FLOPs of training, and what they say of days and speed: handout §5.7 and §5.8."""

import math

import numpy as np
import pytest

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_float

OVERFLOW = "a NumPy integer overflowed: multiply floats"


def _wrapped(count):
    return (count + 2**63) % 2**64 - 2**63


def _kinds(n, d):
    """Return int, and NumPy's where 6·n·d, as integers, does not overflow: §1 promises no more."""
    return (int, np.int64) if 6 * n * d < 2**63 else (int,)


def _refuses(run, arguments, **bad):
    when = " and ".join(f"{name} is {value}" for name, value in bad.items())
    mentions = [{*bad}, {*bad.values()}]
    assert_raises(lambda: run(*arguments), mentions=mentions, when=when)


@pytest.mark.problem("training_flops")
def test_training_flops_is_six_for_each_parameter_and_token(adapters, rng):
    for n, d in (
        (rng.integer(10**6, 10**12), rng.integer(10**6, 10**13)),
        (70 * 10**9, 15 * 10**12),
        (7, 7),  # and then with one argument changed
        (0, 7),
        (7, 0),
    ):
        expected = float(6 * n * d)
        hints = {
            "this is the forward pass alone: 2 for each parameter and token": expected / 3,
            "this is the backward pass alone: 4 for each parameter and token": expected / 1.5,
            OVERFLOW: float(_wrapped(6 * n * d)),
        }
        for kind in _kinds(n, d):
            actual = adapters.run_training_flops(kind(n), kind(d))
            what = f"{n} parameters, {d} tokens"
            assert_float(actual, expected, operations=200, misconceptions=hints, what=what)


@pytest.mark.problem("training_flops")
def test_training_flops_refuses_negative_counts(adapters, rng):
    for bad in (-1, -rng.integer(20, 99)):
        for right in (5, 0):
            _refuses(adapters.run_training_flops, (bad, right), num_parameters=bad)
            _refuses(adapters.run_training_flops, (right, bad), num_tokens=bad)
        _refuses(adapters.run_training_flops, (bad, -7), num_parameters=bad, num_tokens=-7)


@pytest.mark.problem("training_flops")
def test_training_days(adapters, rng):
    few = rng.integer(1, 99)
    for n, d, devices, speed, mfu in (
        (70 * 10**9, 15 * 10**12, 1024, 1979e12 / 2, 0.4),  # mfu is no other factor
        (
            rng.integer(10**6, 10**12),
            rng.integer(10**6, 10**13),
            rng.integer(2, 5000),
            rng.uniform(1e12, 1e15),
            rng.uniform(0.1, 0.9),
        ),
        (few, 1, 1, 1.0, 1.0),
        (few, 1, 1, rng.uniform(0.1, 0.9), 1.0),
        (rng.integer(500, 999), 2, 5000, 1e12, rng.uniform(1.1, 2.0)),  # no whole FLOPs a device
        (few, 1, 3, 1.0, 1.0),
        (few, 1, 1, 1.0, 0.5),
        (0, 1, 1, 1.0, 1.0),
        (few, 0, 1, 1.0, 1.0),
    ):
        seconds = math.fsum([6 * n * d]) / (devices * speed * mfu)
        days = seconds / 86400
        hints = {
            "these are seconds; a day has 86400": seconds,
            "these are minutes": seconds / 60,
            "these are hours": seconds / 3600,
            "the devices share the work": days * devices,
            "only the fraction mfu of the promise is achieved": days * mfu,
            "divide by mfu: the less is achieved, the longer it takes": days * mfu * mfu,
            "divide by mfu once": days / mfu,
            "this is the forward pass alone": days / 3,
            "this is the backward pass alone": days / 1.5,
            "flop_per_sec is the dense peak already; take it as it is, "
            "and 6 FLOPs for each parameter and token": days * 2,
            "flop_per_sec is the dense peak already; do not double it": days / 2,
            "this is rounded down to whole days": float(days // 1),
            "this is rounded up to whole days": float(math.ceil(days)),
            "this is rounded": round(days, 2),
            "divide with /, which drops no remainder": 6 * n * d // devices / speed / mfu / 86400,
            "mfu is a fraction here, not a percentage": days * 100,
            OVERFLOW: days * _wrapped(6 * n * d) / (6 * n * d or 1),
        }
        for kind in _kinds(n, d):
            actual = adapters.run_training_days(kind(n), kind(d), kind(devices), speed, mfu)
            what = f"{n} parameters, {d} tokens, {devices} devices of {speed} FLOP/s, mfu {mfu}"
            assert_float(actual, days, operations=200, misconceptions=hints, what=what)


@pytest.mark.problem("training_flops")
def test_training_days_refuses_bad_arguments(adapters, rng):
    run, bad = adapters.run_training_days, -rng.integer(20, 99)
    right = dict(num_parameters=5, num_tokens=7, num_devices=3, flop_per_sec=1e12, mfu=0.5)
    counts = {"num_parameters", "num_tokens"}
    for name in right:
        for value in (bad, -1) if name in counts else (bad, -1, 0):
            _refuses(run, {**right, name: value}.values(), **{name: value})
        for other in (other for other in right if other != name):
            both = {name: bad, other: -7}
            _refuses(run, {**right, **both}.values(), **both)
            if other in counts:
                _refuses(run, {**right, other: 0, name: bad}.values(), **{name: bad})


@pytest.mark.problem("mfu")
def test_mfu_is_achieved_over_promised(adapters, rng):
    peak = rng.uniform(1e12, 1e15)
    clipped = "nothing is clipped: above 1 tells of a mistake in measuring"
    for flops, seconds, promised in (
        (rng.uniform(1e9, 1e15), rng.uniform(0.001, 20.0), peak),
        (2 * peak, 0.25, peak),
        (0.0, rng.uniform(0.1, 9.0), peak),
        (2**12 * rng.integer(2**45, 2**60) + 1, 1e4, peak),
        (rng.integer(10**9, 10**15), rng.integer(2, 9), peak),
        (2 * rng.integer(10, 99) + 1, 2, peak),
        (rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)),
        (2 * peak, 0.5, peak),
        (2 * peak, 0.25, 3 * peak),
        (peak, 0.25, peak),
    ):
        expected = flops / seconds / promised
        hints = {
            "FLOPs over time is the achieved speed: divide by the seconds": flops
            * seconds
            / promised,
            "this leaves the seconds out": flops / promised,
            "this is the achieved FLOP/s; divide by the promise": flops / seconds,
            "this is upside down: achieved over promised": 1 / expected if expected else 1.0,
            "this is a percentage; give a fraction": 100 * expected,
            **({clipped: 1.0} if expected > 1 else {}),
        }
        actual = adapters.run_mfu(flops, seconds, promised)
        what = f"{flops} FLOPs in {seconds} s, promised {promised}"
        assert_float(actual, expected, operations=200, misconceptions=hints, what=what)


@pytest.mark.problem("mfu")
def test_mfu_takes_numpy_numbers(adapters, rng):
    flops, seconds, promised = rng.uniform(1e9, 1e15), rng.uniform(0.1, 9.0), 989.5e12
    actual = adapters.run_mfu(np.float64(flops), np.float64(seconds), np.float64(promised))
    assert_float(actual, flops / seconds / promised, operations=200)


@pytest.mark.problem("mfu")
def test_mfu_refuses_what_is_not_positive(adapters, rng):
    for bad in (0, 0.0, -rng.integer(20, 99)):
        for flops in (1e12, 0.0):
            _refuses(adapters.run_mfu, (flops, bad, 1e12), seconds=bad)
            _refuses(adapters.run_mfu, (flops, 2.0, bad), promised_flop_per_sec=bad)
            for other in (0.0, -7.0):
                both = {"seconds": bad, "promised_flop_per_sec": other}
                _refuses(adapters.run_mfu, (flops, *both.values()), **both)
