"""How get_batch draws its starts: uniform, independent, repeatable. Handout §8.1."""

import numpy as np
import pytest
import torch

from tests.harness.checks.checkpoint_files import sparse_tokens
from tests.harness.expected.data import (
    assert_batch,
    assert_independent,
    distinct_tokens,
    observe_get_batch,
    pattern_hint,
    spacing_hint,
)
from tests.harness.plugin.failure import fail

pytestmark = pytest.mark.problem("get_batch")


@pytest.mark.parametrize("size", ["few", "many"])
def test_get_batch_draws_every_start_equally_often(adapters, rng, size):
    # For the odds of a false alarm see assert_independent: at least 32 rows for each start.
    few = size == "few"
    num_starts = rng.integer(6, 9) if few else rng.integer(900, 1000)
    context_length = rng.integer(1, 5)  # so that len(dataset) % num_starts is not 0
    dataset = distinct_tokens(rng, num_starts + context_length)
    starts = assert_batch(
        observe_get_batch(adapters, dataset, 9_000 if few else 32_000, context_length), dataset
    )
    assert_independent(starts, num_starts)


def test_get_batch_draws_with_replacement(adapters, rng):
    # 300 independent rows are all different with probability 300! / 300**300 < 1e-128.
    dataset = distinct_tokens(rng, 303)
    starts = assert_batch(observe_get_batch(adapters, dataset, 300, 3), dataset)
    if len(np.unique(starts)) == 300:
        fail(
            "300 rows were drawn from 300 starts, and none is there twice",
            "rows are drawn independently of each other: a start may repeat",
        )


def test_get_batch_draws_again_in_every_call(adapters, rng):
    # Two calls agree with probability 2e-4: all five do with 2e-15, as do distances of rows.
    dataset = distinct_tokens(rng, 5_003)
    for batch_size in (1, 3):
        calls = [
            assert_batch(observe_get_batch(adapters, dataset, batch_size, 3), dataset)
            for _ in range(5)
        ]
        if all(np.array_equal(call, calls[0]) for call in calls):
            fail(
                "five calls in a row gave the same batch",
                "let each call go on drawing where the last one stopped; do not seed",
            )
    if all(np.array_equal(np.diff(call), np.diff(calls[0])) for call in calls):
        fail(
            f"in five calls the rows started at the same distances: {np.diff(calls[0]).tolist()}",
            "draw each row's start independently of the others",
        )
    first, second = (
        assert_batch(observe_get_batch(adapters, dataset[:303], 10_000, 3), dataset[:303])
        for _ in range(2)
    )
    for starts in (first, second):  # else their differences have patterns that are not their own
        assert_independent(starts, 300)
    assert_independent(
        (second - first) % 300, 300, what="the second call's starts less the first's"
    )


def test_get_batch_can_give_more_than_a_few_batches(adapters, rng):
    # A right answer may seed a new generator in each call: of 2**31 seeds, 200 repeat three with
    # a probability below 1e-15. Of 1000, they repeat 19, and fewer than three with 5e-7.
    dataset = distinct_tokens(rng, 5_003)
    calls = [
        observe_get_batch(adapters, dataset, 8, 3).result[0].numpy().tobytes() for _ in range(200)
    ]
    if len(calls) - len(set(calls)) >= 3:
        fail(
            f"of {len(calls)} batches of 8 rows from 5000 starts, {len(set(calls))} are different",
            "in each call, draw the starts themselves from a global generator: one seeded with a "
            "small number has few batches to give",
        )


def test_get_batch_is_repeatable_and_seeds_nothing(adapters, rng):
    dataset = distinct_tokens(rng, 1_003)
    seed = rng.integer(1, 2**31)
    calls = [observe_get_batch(adapters, dataset, 40, 3, seed=s) for s in (seed, seed, seed - 1)]
    first, again, other = (assert_batch(call, dataset) for call in calls)
    if not np.array_equal(first, again):
        fail(
            "with Python, NumPy and torch seeded alike, two calls gave different batches",
            "draw from one of their global generators, so that a run can be repeated",
        )
    kept = observe_get_batch(adapters, dataset, 40, 3, seed=seed, call_twice=True)
    if not np.array_equal(assert_batch(kept, dataset), first):
        fail(
            "the next call wrote into the batch that this one returned",
            "give each batch memory of its own",
        )
    if np.array_equal(first, other):
        fail(
            "two calls gave the same batch although the generators were seeded differently",
            "do not seed inside the call: the caller's seed must decide",
        )
    for name in calls[0].generators:
        after = [call.generators[name][1] for call in calls]
        if after[0] != after[1] or after[0] == after[2]:
            fail(f"the call seeds {name}'s global generator; it belongs to the caller")


@pytest.mark.posix
def test_get_batch_reaches_odd_starts_of_a_large_dataset(adapters, rng, sparse_path, not_run):
    # float32 holds 24 bits: of 2**26 starts it reaches no odd one beyond 2**24. Of 48 right draws
    # none is with probability (5/8)**48 < 2e-10.
    context_length, num_starts, batch_size = 2**14, 2**26, 48
    size = num_starts + context_length
    marked = np.arange(0, size, context_length)
    marks = rng.numpy.permutation(len(marked)) + 1
    path = sparse_path / "large.bin"
    try:
        dataset = sparse_tokens(path, size, np.uint16, marked, marks)
    except OSError as error:
        not_run(f"no sparse file can be made here: {error}")
    try:
        x, y = observe_get_batch(adapters, dataset, batch_size, context_length).value
    finally:
        path.unlink()
    if not torch.equal(x[:, 1:], y[:, :-1]):
        fail("y is not x moved on by one")
    where = np.argsort(marks)
    mark, column = x.max(dim=1)
    if not (mark > 0).all() or (mark > len(marks)).any():
        fail("a row of x is not a window of the dataset")
    starts = where[mark.numpy() - 1] * context_length - column.numpy()
    if (starts[starts > 2**24] % 2 == 0).all():
        few_bits = "draw integers: scaled float32 numbers have too few bits to reach every start"
        fail(
            f"of {batch_size} starts in a dataset of {size} tokens all beyond 2**24 are even",
            pattern_hint(starts, num_starts) or spacing_hint(starts, context_length) or few_bits,
        )
