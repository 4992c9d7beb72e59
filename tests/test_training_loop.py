"""The training loop: handout §12.4. Runs in parts: test_training_resumed.py."""

import itertools

import pytest
import torch

from tests.harness.checks.errors import assert_raises, error_of
from tests.harness.expected.optim import DEFAULTS
from tests.harness.expected.training import (
    ACCUMULATED_HINT,
    LR_SCHEDULES,
    OPTIMIZERS,
    assert_end_weights,
    assert_num_losses,
    assert_same_run,
    check_form,
    draw_start,
    follow,
    make_config,
    mean_squares,
    product_of,
    train,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe_error

pytestmark = pytest.mark.problem("train")


def _check_steps(adapters, rng, optimizer):
    # If the product of the weights is near 0, a step of SGD is smaller than their rounding.
    starts = [draw_start(adapters, rng, dim=1, optimizer=optimizer, lr=0.004) for _ in range(8)]
    config, start = max(starts, key=lambda drawn: product_of(drawn[1]).abs())
    losses, end = train(adapters, config | {"steps": 4})
    assert_num_losses(losses, 4, "a run of 4 steps")
    h = DEFAULTS[optimizer] | {"lr": config["lr"]}
    assert_end_weights(
        start, losses, end, optimizer, h, lambda: _step_mistakes(start, losses, optimizer, h)
    )


def _step_mistakes(start, losses, optimizer, h):
    """Return the weights that mistaken steps lead to, by hint."""
    default = 0.001 if optimizer == "adam" else 0.01
    wrong = {
        "the weights did not change": start,
        ACCUMULATED_HINT: follow(start, losses, optimizer, h, piled_up=True),
        "with dim 1 this learns y = x, as for arange(1, dim + 1) or a sum; arange(1) is 0": follow(
            start, losses, optimizer, h, target=1.0
        ),
        f"lr {h['lr']} was asked for, and {default} used": follow(
            start, losses, optimizer, h | {"lr": default}
        ),
        "the steps are twice as long: take one step for each batch, of the mean": follow(
            start, losses, optimizer, h | {"lr": 2 * h["lr"]}
        ),
    } | {
        f"this is a run of {other}, where {optimizer} was asked for": follow(
            start, losses, other, DEFAULTS[other] | {"lr": h["lr"]}
        )
        for other in OPTIMIZERS
        if other != optimizer
    }
    for text, falling in LR_SCHEDULES.items():
        wrong[text] = follow(start, losses, optimizer, h, falling=falling)
    text = "the weights are shrunk besides, as AdamW does; there is no weight decay here"
    wrong[text] = follow(start, losses, optimizer, h, decay=0.01)
    if optimizer == "sgd":
        wrong["sgd ran with momentum"] = follow(start, losses, "sgd", h | {"momentum": 0.9})
    return wrong


def test_every_step_follows_from_its_loss(adapters, rng):
    train(adapters, make_config(rng, num_layers=2, steps=0))
    for optimizer in OPTIMIZERS:
        _check_steps(adapters, rng, optimizer)


def test_lr_is_constant_for_many_steps(adapters, rng):
    config, start = draw_start(adapters, rng, dim=1, num_layers=0, optimizer="sgd", lr=0.004)
    losses, end = train(adapters, config | {"steps": 110})
    assert_num_losses(losses, 110, "a run of 110 steps")
    h = DEFAULTS["sgd"] | {"lr": config["lr"]}
    assert_end_weights(start, losses, end, "sgd", h, lambda: _falling_lrs(start, losses, h))


def _falling_lrs(start, losses, h):
    """Return the weights that lrs which fall now and then lead to, by hint."""
    return {
        f"lr falls to {share} of it every {n} steps; it is constant": follow(
            start, losses, "sgd", h, falling=lambda step, n=n, share=share: share ** (step // n)
        )
        for n in (10, 20, 30, 50, 100)
        for share in (0.1, 0.5, 0.9)
    }


def test_learns_the_weights_of_the_task(adapters, rng):
    # A right run of 150 steps may not have learned it yet: one in a thousand where weights are
    # drawn as signs, one in 200 where x is heavy-tailed. All five are not with probability 1e-11.
    target = torch.arange(4.0)
    for _ in range(5):
        config = make_config(rng, dim=4, num_layers=2, batch_size=16, steps=150, lr=0.1)
        losses, state = train(adapters, config)
        first, second, final = (weight.double() for weight in state.values())
        learned = (first @ second @ final).flatten()
        if (learned - target).abs().max() < 0.3:
            return
    others = {
        "this is y = x @ arange(1, dim + 1)": target + 1,
        "this is y = x.sum()": torch.ones(4),
        "this is y = x @ arange(dim) with x's order reversed": target.flip(0),
        "this is y = x @ arange(dim) / dim": target / 4,
        "(batch, 1) minus (batch,) broadcasts; drop the head's dim of size 1": torch.zeros(4),
    }
    hints = [text for text, other in others.items() if (learned - other).abs().max() < 0.3]
    for text, product in (
        ("a layer computes x @ weight, not x @ weight.T", first.T @ second.T @ final),
        ("the layers run in the order of their numbers", second @ first @ final),
    ):
        if (product.flatten() - target).abs().max() < 0.3:
            hints.append(text)
    fail(
        f"after 150 steps of adam, the product of all weights is {learned.tolist()}; y is x @ "
        f"{target.tolist()}. The loss went from {losses[0]:.3g} to {losses[-1]:.3g}",
        *hints,
    )


def test_depends_on_nothing_but_its_config(adapters, rng):
    config = make_config(rng)
    runs = [
        check_form(adapters.observed(seed=rng.seed()).run_train(given).value, config)
        for given in (config, dict(config), dict(sorted(config.items())))
    ]
    assert_same_run(
        runs[1], runs[0], "the same config, with Python, NumPy and torch seeded otherwise"
    )
    assert_same_run(runs[2], runs[0], "the same config, its keys in another order")


def test_every_setting_matters(adapters, rng):
    base = make_config(rng, num_layers=2, optimizer="sgd")
    losses, state = train(adapters, base)
    for key, value in {
        "batch_size": base["batch_size"] + 5,
        "lr": 2e-4,
        "optimizer": "adagrad",
        "precision": "bfloat16",
        "seed": (base["seed"] + 1) % 2**32,
    }.items():
        others, other = train(adapters, base | {key: value})
        if all(torch.equal(state[name], other[name]) for name in state):
            alike = "are all rows of a batch alike?" if key == "batch_size" else ""
            fail(f"{key} = {base[key]!r} and {key} = {value!r} give the same weights", alike)
        if key in ("batch_size", "seed") and others == losses:
            fail(f"{key} = {base[key]!r} and {key} = {value!r} give the same losses")
        if key in ("lr", "optimizer") and others[0] != losses[0]:
            fail(f"the first loss changes with {key}; the first batch and weights should not")


def test_seed_chooses_weights_and_batches(adapters, rng):
    still = make_config(rng, lr=0.0, optimizer="sgd", steps=8, dim=6, batch_size=40)
    still["num_layers"] = 2
    losses, state = train(adapters, still)
    assert_num_losses(losses, 8, "a run of 8 steps")
    _, start = train(adapters, still | {"steps": 0})
    assert_same_run(([], state), ([], start), "with lr 0, after 8 steps and after none")
    same = set(start)
    for seed in range(still["seed"] + 1, still["seed"] + 8):  # 6 signs are alike in 64**-7 of runs
        if same:
            _, other = train(adapters, still | {"steps": 0, "seed": seed % 2**32})
            same = {name for name in same if torch.equal(start[name], other[name])}
    if same:
        fail(f"8 seeds give the same initial {min(same)}")
    # Two batches, of rows of the identity too, give the same float32 loss with probability 4e-5 or
    # less; fewer than 6 losses of 8 take three of the 28 such pairs: (28 · 4e-5)**3 / 6 = 2e-10.
    if len(set(losses)) < 6:
        fail(
            f"with lr 0, the losses of 8 steps repeat each other: {losses}",
            "draw each step its own batch (a torch generator heeds a seed's lower 32 bits alone)",
        )
    _check_other_seeds(adapters, still, losses, start)
    losses, _ = train(adapters, still | {"seed": 0, "steps": 150})
    if len(set(losses)) < 134:  # by chance with (11175 · 4e-5)**16 / 16! = 1e-19
        fail(
            f"with lr 0 and seed 0, the losses of 150 steps are {len(set(losses))} different ones",
            "seed * step is 0 for every step of seed 0"
            if len(set(losses)) < 3
            else "each step draws a batch of its own, however many steps there are",
        )

    # With dim 1 and no layers, loss / weight² is mean(x²), which the batch alone gives.
    sizes = []

    def add_seed():
        seed = (still["seed"] + len(sizes)) % 2**32
        losses, state = train(adapters, still | {"dim": 1, "num_layers": 0, "seed": seed})
        sizes.append(mean_squares(losses, state))

    def same_first():
        return all(torch.allclose(size[0], sizes[0][0], rtol=1e-5, atol=0) for size in sizes)

    add_seed(), add_seed()
    varies = not torch.allclose(sizes[0], sizes[0][:1].expand(8), rtol=1e-5, atol=0)
    if varies and torch.allclose(*sizes[:2], rtol=1e-5, atol=0):
        fail("two seeds give the same batches")
    # Two right ones agree with probability 0.3 or less, where x is 0 or 1; 25 with 1e-12.
    while varies and same_first():
        if len(sizes) == 25:
            fail("25 seeds give the same first batch", "the seed decides that one, too")
        add_seed()


def _check_other_seeds(adapters, still, losses, start):
    """Assert that seeds which share their lower bits, or digits, give other runs of 8 steps.

    Nor have two steps one batch with all three seeds: by chance with 28 · (4e-5)**3 = 2e-12.
    """
    runs, seed = [losses], still["seed"]
    for other in (seed ^ 2**24, (seed + 10**6) % 2**32):
        others, weights = train(adapters, still | {"seed": other})
        if others == losses and all(torch.equal(start[name], weights[name]) for name in start):
            fail(f"seeds {seed} and {other} give the same run", "all of the seed decides")
        runs.append(others)
    for i, j in itertools.combinations(range(8), 2):
        if all(run[i] == run[j] for run in runs):
            fail(
                f"with lr 0, the losses of steps {i} and {j} are the same, whatever the seed",
                "draw each step its own batch",
            )


def test_takes_the_smallest_config(adapters, rng):
    least = {"dim": 1, "num_layers": 0, "batch_size": 1, "lr": 0, "seed": 0}
    for steps, seed in ((0, 0), (2, 0), (2, 2**32 - 3)):  # seed + step is below 2**32
        config = least | {"steps": steps, "seed": seed}
        losses, _ = train(adapters, make_config(rng) | config)
        assert_num_losses(losses, steps, f"a run of {steps} steps with {config}")
    seen = adapters.observed().run_train(make_config(rng, steps=0, lr=rng.uniform(1.1, 9.0)))
    if error := error_of(seen):
        fail(f"with lr above 1: {describe_error(error)}", "lr is 0 or more: no upper bound")


def test_refuses_a_bad_config(adapters, rng):
    config = make_config(rng)
    extra = f"extra_{rng.integer(10, 99)}"
    for change, mentions in (
        ({extra: 1}, [extra]),
        ({"dim": 0}, ["dim", 0]),
        ({"batch_size": 0}, ["batch_size", 0]),
        ({"num_layers": -1}, ["num_layers", -1]),
        ({"num_layers": -2}, ["num_layers", -2]),
        ({"steps": -1}, ["steps", -1]),
        ({"steps": -3}, ["steps", -3]),
        ({"seed": -1}, ["seed", -1]),
        ({"lr": -0.5}, [{"lr", "learning rate"}, -0.5]),  # torch's own error says “learning rate”
        ({"optimizer": "lion"}, ["optimizer", "lion"]),
        ({"optimizer": "Adam"}, ["optimizer", "Adam"]),
        ({"precision": "float8"}, ["precision", "float8"]),
        ({"precision": "float16"}, ["precision", "float16"]),
        ({"optimizer": "lion", "steps": 0}, ["optimizer", "lion"]),
        ({"precision": "float8", "steps": 0}, ["precision", "float8"]),
    ):
        assert_raises(
            lambda change=change: adapters.run_train(config | change),
            mentions=mentions,
            when=f"config has {change}",
        )
    for key in config:
        less = {k: v for k, v in config.items() if k != key}
        assert_raises(
            lambda less=less: adapters.run_train(less), mentions=[key], when=f"config lacks {key}"
        )
