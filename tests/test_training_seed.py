"""Every generator gets the seed: handout §12."""

import random

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_is_number
from tests.harness.plugin.failure import fail


@pytest.mark.problem("seed_everything")
def test_seed_everything_gives_each_generator_the_seed(adapters, rng):
    seeds = [0, 1, 2**32 - 1, 2**31 + rng.integer(0, 2**20), rng.seed()]
    # `in range(2**32)` is too slow for a larger NumPy integer: it tries number after number.
    small = np.int64(rng.integer(2**10, 2**16))
    for seed in [*seeds, seeds[-1], small]:
        try:
            actual = adapters.run_seed_everything(seed)
        except TypeError as error:
            if not isinstance(seed, np.integer):
                raise
            fail(
                f"TypeError: {error}",
                "a NumPy integer is a seed too, though not to random.seed: give it int(seed)",
            )
        expected = {
            "Python": random.Random(int(seed)).random(),
            "NumPy": float(np.random.RandomState(seed).rand()),
            "torch": float(torch.rand((), generator=torch.Generator().manual_seed(int(seed)))),
        }
        for (name, draw), value in zip(expected.items(), actual, strict=True):
            assert_is_number(value, f"{name}'s first draw")
            if float(value) != draw:
                fail(
                    f"after seed_everything({seed}), {name}'s first draw is {value}; a generator "
                    f"seeded with {seed} gives {draw}",
                    f"{name}'s global generator gets the seed itself",
                )


@pytest.mark.problem("seed_everything")
def test_seed_everything_refuses_what_numpy_cannot_take(adapters):
    for seed in (-1, 2**32, -(2**40), 2**64):
        assert_raises(
            lambda seed=seed: adapters.run_seed_everything(seed),
            mentions=["seed", seed],
            when=f"seed is {seed}",
        )
        seen = adapters.observed(seed=5).run_seed_everything(seed)
        seeded = [name for name, (before, after) in seen.generators.items() if before != after]
        if seeded:
            fail(
                f"{seed} was refused, but the generator of {', '.join(seeded)} changed",
                "check the seed before any generator is seeded",
            )
