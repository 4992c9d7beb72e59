"""Initializing a weight: handout §7.1."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_same_elements, assert_tensor
from tests.harness.expected.model import assert_redrawn, assert_truncated_normal
from tests.harness.plugin.failure import fail


@pytest.mark.problem("init_weight")
def test_init_weight_draws_from_the_generator(adapters, rng):
    sizes = [(rng.integer(3, 9), 4), (2, 3), (2, 3)]
    weights, states = adapters.run_init_weights(sizes, rng.seed())
    for weight, size in zip(weights, sizes, strict=True):
        assert_tensor(weight, size, torch.float32)
    if torch.equal(states[0], states[1]):
        fail("the generator is as it was before", "draw from the generator that is passed in")
    if torch.equal(weights[1], weights[2]):
        fail(
            "twice in a row the generator gave the same weight",
            "do not seed it, and keep no weight",
        )


@pytest.mark.problem("init_weight")
def test_init_weight_is_a_truncated_normal(adapters, rng):
    means = []  # in units of a mean's standard deviation
    for d_in, d_out in (
        (rng.integer(900, 1000), rng.integer(500, 540)),
        (rng.integer(5, 9), rng.integer(12_000, 14_000)),
        (1, rng.integer(60_000, 70_000)),
    ):
        weight = adapters.run_init_weight(d_in, d_out, rng.seed())
        assert_tensor(weight, (d_in, d_out), torch.float32)
        assert_truncated_normal(weight, d_in, d_out)
        means.append(abs(weight.double().mean().item()) * d_in * d_out**0.5)
    if max(means) < 3e-4:  # by chance with probability 1.4e-11
        fail(
            f"the means of {len(means)} weights are all 0",
            "draw each element by itself; nothing widens, shifts or rounds them",
        )


@pytest.mark.problem("init_weight")
def test_init_weight_redraws_what_lies_beyond(adapters, rng):
    # Of 2 000 000 numbers 15 are drawn beyond a bound twice; fewer than two with 7e-6.
    for d_in, d_out in ((rng.integer(500, 600), 200), (1000, 2000)):  # unequal: hints tell by them
        seed = rng.seed()
        drawn = torch.randn(d_in, d_out, generator=torch.Generator().manual_seed(seed))
        weight = adapters.run_init_weight(d_in, d_out, seed)
        assert_tensor(weight, (d_in, d_out), torch.float32)
        if d_out == 200:
            assert_truncated_normal(weight, d_in, d_out)
        if not assert_redrawn(weight, drawn, d_in):
            break  # more elements would tell no more


@pytest.mark.problem("init_weight")
def test_init_weight_gives_a_plain_float32_tensor(adapters, rng):
    n = rng.integer(2, 30)
    for d_in, d_out in ((n, 3), (3, n), (1, 1), (1, n), (n, 1), (n, 0), (0, n), (0, 0)):
        kind = np.int64 if d_in else int  # of Python's 0 an error says what NumPy's turns into inf
        weight = adapters.run_init_weight(kind(d_in), d_out, rng.seed())
        assert_tensor(weight, (d_in, d_out), torch.float32)
        if weight.requires_grad:
            fail("the weight requires a gradient; give a plain tensor, not a parameter")
        if not (weight.abs() <= 3 * (1 + 1e-6) * max(d_in, 1) ** -0.5).all():
            fail(f"with d_in={d_in} an element lies beyond ±3/√d_in: {weight.abs().max().item()}")


@pytest.mark.problem("init_weight")
def test_init_weight_depends_on_its_seed_alone(adapters, rng):
    d_in, d_out = rng.integer(200, 240), 200  # large enough for numbers beyond ±3
    seed, other, elsewhere = rng.seed(), rng.seed(), rng.seed()
    first = adapters.run_init_weight(d_in, d_out, seed)
    different = adapters.run_init_weight(d_in, d_out, other)
    assert_tensor(first, (d_in, d_out), torch.float32)
    if torch.equal(first, different):
        fail("two seeds gave the same weight", "draw from the generator that is passed in")
    again = adapters.observed(seed=elsewhere, overwrite_result=True).run_init_weight(
        d_in, d_out, seed
    )
    assert_same_elements(
        again.value,
        first,
        misconceptions={
            "the seed of the call before was kept": different,
            "the caller wrote zeros over an earlier weight: make a new one each time": 0 * first,
        },
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
    assert_truncated_normal(seen.value, 200, 200)


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
