"""What a Transformer's training step holds, and the batch that fits: handout §2.8."""

from dataclasses import astuple, replace

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.expected.memory_training import (
    Step,
    assert_training_sizes,
    choices,
    training_sizes,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

pytestmark = pytest.mark.problem("transformer_step_bytes")

NAMES = ("batch", "seq", "num_layers", "d_model", "num_heads", "d_ff", "vocab_size")


def _draw(rng, **given):
    """Return sizes that keep mistakes apart: the widths are primes."""
    sizes = [rng.integer(*limits) for limits in ((5, 9), (10, 19), (3, 5))]
    d, ff, vocab = map(rng.choice, ((23, 29, 31, 37), (43, 53, 61, 67), (73, 83, 97, 113)))
    return replace(Step(*sizes, d, rng.integer(3, 5), ff, vocab), **given)


def _given(step, optimizer, precision):
    """Return the arguments of transformer_step_bytes."""
    *sizes, checkpointed = astuple(step)
    return *sizes, optimizer, precision, checkpointed


def _check_bytes(adapters, step, optimizer, precision, integer=int):
    sizes = [integer(size) for size in astuple(step)[:-1]]
    given = *sizes, optimizer, precision, step.checkpointed
    assert_training_sizes(
        adapters.run_transformer_step_bytes(*given),
        step.parameters(),
        step.kept(),
        optimizer,
        precision,
        misconceptions=step.mistakes(optimizer, precision),
        what=str(step),
    )


def test_transformer_step_bytes(adapters, rng):
    for checkpointed in (False, True):
        for names in choices():
            _check_bytes(adapters, _draw(rng, checkpointed=checkpointed), *names)


def test_transformer_step_bytes_counts_what_autograd_keeps(adapters, rng):
    # Only this block saves the scores: it multiplies them by a temperature that is learned.
    for dtype in (torch.float32, torch.bfloat16):
        step = Step(*rng.shape(2, 3, 6), 1, 6, rng.choice([2, 3]), *rng.shape(2, 7, 9))
        precision = str(dtype).removeprefix("torch.")
        kept = [_kept_bytes(step, dtype, layers) for layers in (0, 1)]
        for layers, expected in ((0, kept[0]), (1, kept[1]), (3, 3 * kept[1] - 2 * kept[0])):
            some = replace(step, layers=layers)
            actual = adapters.run_transformer_step_bytes(*_given(some, "sgd", precision))
            what = f"activations in {precision}, {some}"
            assert_integer(actual["activations"], expected, what=what)


def _kept_bytes(step, dtype, layers):
    """Run a Transformer; return the bytes of the activations that autograd keeps for backward."""
    kept, d = {}, step.d

    def weight(*shape):
        return torch.ones(shape, dtype=dtype, requires_grad=True)

    def split(x):
        return x.view(step.batch, step.seq, step.heads, -1).transpose(1, 2)

    def save(x):
        if x.shape[-1:] != (1,):  # a norm's mean and scale of a token
            kept[x.untyped_storage().data_ptr()] = x
        return x

    weights = [weight(d, d) for _ in range(4)] + [weight(d, step.ff), weight(step.ff, d)]
    head, scale = weight(d, step.vocab), weight()
    q, k, v, output, up, down = weights
    x = weight(step.batch, step.seq, d)
    with torch.autograd.graph.saved_tensors_hooks(save, lambda x: x):
        for _ in range(layers):
            normed = F.layer_norm(x, (d,))
            scores = split(normed @ q) @ split(normed @ k).mT * scale
            mixed = scores.softmax(-1) @ split(normed @ v)
            x = x + mixed.transpose(1, 2).flatten(2) @ output
            x = x + F.gelu(F.layer_norm(x, (d,)) @ up) @ down
        (x @ head * scale).log_softmax(-1)
    own = {x.untyped_storage().data_ptr() for x in (*weights, head, scale)}
    return sum(x.untyped_storage().nbytes() for at, x in kept.items() if at not in own)


def test_transformer_step_bytes_at_the_edges(adapters, rng):
    for checkpointed in (False, True):
        step = _draw(rng, checkpointed=checkpointed)
        for name in ("batch", "seq", "layers", "d", "ff", "vocab"):
            _check_bytes(adapters, replace(step, **{name: 0}), "adam", "bfloat16")
            _check_bytes(adapters, replace(step, **{name: 1}), "momentum", "float32")
        _check_bytes(adapters, Step(1, 1, 1, 1, 1, 1, 1, checkpointed), "adam", "float32")
        for kind, *sizes in rng.integer_sizes(7, 20, 8):
            step = Step(*map(int, sizes), checkpointed)
            _check_bytes(adapters, step, "adam", rng.choice(["float32", "bfloat16"]), kind)


def test_transformer_step_bytes_keeps_nothing_for_the_next_call(adapters, rng):
    step = _draw(rng)
    _check_bytes(adapters, step, "adam", "float32")
    given = _given(step, "adam", "float32")
    after = adapters.observed(overwrite_result=True).run_transformer_step_bytes(*given).value
    if after != training_sizes(step.parameters(), step.kept(), "adam", "float32"):
        fail(
            f"after the caller changed an earlier result, the next one is {describe(after)}",
            "make a new dict each time",
        )


def _refuses(run, given, place, value, name):
    wrong = [*given]
    wrong[place] = value
    for checkpointed in (False, True):
        wrong[-1] = checkpointed
        assert_raises(
            lambda: run(*wrong), mentions=[name, value], when=f"{name} is {value!r} in {wrong}"
        )


def test_transformer_step_bytes_refuses_bad_arguments(adapters, rng):
    run = adapters.run_transformer_step_bytes
    for step, bad in ((_draw(rng), -rng.integer(2, 99)), (Step(0, 0, 0, 0, 1, 0, 0), -1)):
        given = _given(step, "adam", "float32")
        for place, name in enumerate(NAMES):
            _refuses(run, given, place, bad, name)
        _refuses(run, given, 4, 0, "num_heads")
        _refuses(run, given, 7, "lion", "optimizer")
        _refuses(run, given, 8, "float16", "precision")


def _check_batch(adapters, memory, step, optimizer, precision, integer=int):
    sizes = [integer(size) for size in astuple(step)[1:-1]]
    given = optimizer, precision, step.checkpointed

    def fit(step, optimizer=optimizer, precision=precision):
        total = [_total(replace(step, batch=b), optimizer, precision) for b in (0, 1)]
        return max(0, (int(memory) - total[0]) // (total[1] - total[0]))

    expected = fit(step)
    empty, one = (_total(replace(step, batch=b), optimizer, precision) for b in (0, 1))
    wrong = {
        "one more fits": expected - 1,
        "so many do not fit": expected + 1,
        "parameters, gradients and the optimizer's state take memory, too": (
            int(memory) // (one - empty)
        ),
        "0 sequences fit where the model does not": (int(memory) - empty) // (one - empty),
        "parameters, gradients and state are there once, not for each sequence": int(memory) // one,
        "without checkpointed, all blocks are kept": fit(replace(step, checkpointed=True)),
        "with checkpointed, not all blocks are kept": fit(replace(step, checkpointed=False)),
        "this is in float32": fit(step, precision="float32"),
        "this is in bfloat16": fit(step, precision="bfloat16"),
        "this is with Adam's state, whatever the optimizer": fit(step, optimizer="adam"),
    }
    what = f"{int(memory)} bytes, {optimizer} in {precision}, {replace(step, batch=0)}"
    actual = adapters.run_max_batch(memory, *sizes, *given)
    wrong = {text: batch for text, batch in wrong.items() if batch != expected}
    assert_integer(actual, expected, misconceptions=wrong, what=what)


def _total(step, optimizer, precision):
    sizes = training_sizes(step.parameters(), step.kept(), optimizer, precision)
    return sizes["total"]


def test_max_batch(adapters, rng):
    for checkpointed in (False, True):
        for optimizer, precision in choices():
            step = _draw(rng, checkpointed=checkpointed, batch=rng.integer(1, 99))
            total = _total(step, optimizer, precision)
            for memory in (total + rng.integer(1, 99), total, total - 1):
                _check_batch(adapters, memory, step, optimizer, precision)


def test_max_batch_at_the_edges(adapters, rng):
    for checkpointed in (False, True):
        step = _draw(rng, checkpointed=checkpointed, batch=1)
        one = _total(step, "adam", "bfloat16")
        for memory in (0, one - 1, one, np.int64(one), 2**60 + rng.integer(1, 99)):
            _check_batch(adapters, memory, step, "adam", "bfloat16")
        for sizes in ({"layers": 0}, {"d": 0}, {"ff": 0}, {"vocab": 0, "seq": 1}):
            _check_batch(adapters, 10 * one, replace(step, **sizes), "adam", "float32")
        for kind, *sizes in rng.integer_sizes(6, 20, 8):
            step = Step(1, *map(int, sizes), checkpointed)
            batch = rng.integer(9, 20) + (2**60 if kind is int else 0)  # a float is off by over 1
            full = _total(replace(step, batch=batch), "sgd", "float32")
            _check_batch(adapters, full - 1, step, "sgd", "float32", kind)


def test_max_batch_refuses_bad_arguments(adapters, rng):
    run = adapters.run_max_batch
    for memory, bad in ((10**9, -rng.integer(2, 99)), (0, -1)):
        given = memory, *_given(_draw(rng), "adam", "float32")[1:]
        for place, name in enumerate(("bytes_per_device", *NAMES[1:])):
            _refuses(run, given, place, bad, name)
        _refuses(run, given, 4, 0, "num_heads")
        _refuses(run, given, 7, "lion", "optimizer")
        _refuses(run, given, 8, "float16", "precision")
