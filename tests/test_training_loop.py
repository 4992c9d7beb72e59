"""The training loop: handout §12.4."""

import math
from typing import Any

import pytest
import torch

from tests.harness.compare import (
    assert_close,
    assert_raises,
    assert_same_elements,
    assert_tensor,
    describe,
    fail,
)
from tests.harness.files import load_safely
from tests.harness.updates import DEFAULTS, UPDATES

PRECISIONS = ("float32", "bfloat16")
_OWN = "one layer runs several times; each of the num_layers has a weight of its own"

pytestmark = pytest.mark.problem("train")


_BENDING = ("aten.relu", "aten.threshold", "aten.tanh", "aten.sigmoid", "aten.gelu")


def _config(rng, **changes) -> dict[str, Any]:
    return {
        "dim": rng.integer(2, 6),
        "num_layers": rng.integer(1, 3),
        "batch_size": rng.integer(3, 9),
        "steps": 6,
        "lr": 1e-4,  # SGD stays finite, whatever the distribution of x
        "optimizer": "adam",
        "precision": "float32",
        "seed": rng.seed(),
    } | changes


def _train(adapters, config, *args) -> tuple[list[float], dict[str, torch.Tensor]]:
    """Train, and check the form of the result; return losses and state."""
    return _checked(adapters.run_train(config, *args), config)


def _checked(result, config) -> tuple[list[float], dict[str, torch.Tensor]]:
    if not isinstance(result, dict) or not {"losses", "state"} <= result.keys():
        fail(f"expected a dict with the keys losses and state, got {describe(result)}")
    losses, state = result["losses"], result["state"]
    if not all(isinstance(loss, float) and math.isfinite(loss) and loss >= 0 for loss in losses):
        fail(f"expected a loss, a finite float, for each step; got {describe(losses)}")
    shapes = {f"layers.{i}.weight": (config["dim"],) * 2 for i in range(config["num_layers"])}
    shapes["final.weight"] = (config["dim"], 1)
    if set(state) != set(shapes):
        fail(f"expected a state with {', '.join(shapes)}; got {', '.join(map(str, state))}")
    for name, shape in shapes.items():
        assert_tensor(state[name].detach(), shape, state[name].dtype, what=f"state {name}")
    several = config["num_layers"] > 1 and config["dim"] > 1
    if several and torch.equal(state["layers.0.weight"], state["layers.1.weight"]):
        fail("layers.0.weight and layers.1.weight are the same", _OWN)
    return list(losses), {name: state[name].detach() for name in shapes}


def _assert_same(actual, expected, what) -> None:
    """Assert that losses and states are the same to the bit."""
    if actual[0] != expected[0]:
        fail(f"{what}: the losses are {actual[0]}, expected {expected[0]}")
    for name, value in expected[1].items():
        assert_same_elements(actual[1][name], value, what=f"{what}: {name}")


def _product(weights) -> torch.Tensor:
    return torch.stack([weight.double().squeeze() for weight in weights.values()]).prod()


def _follow(start, losses, optimizer, h, *, target=0.0, piled_up=False) -> dict[str, torch.Tensor]:
    """Return the float64 weights after steps with these losses, for dim 1.

    With dim 1 the prediction is x · p, where p is the product of all weights. For y = target · x
    the loss is mean(x²) · (p - target)², and its gradient 2 · loss / (p - target) · p / weight.
    The lecture's target is arange(1), which is 0.
    """
    weights = {name: value.double() for name, value in start.items()}
    states: dict[str, dict[str, Any]] = {name: {} for name in weights}
    grads = dict.fromkeys(weights, 0.0)
    for step, loss in enumerate(losses, start=1):
        p = _product(weights)
        for name, weight in weights.items():
            grads[name] = 2 * loss / (p - target) * p / weight + grads[name] * piled_up
            update = UPDATES[optimizer](grads[name], states[name], step, h)
            weights[name] = weight - update
    return weights


def _check_steps(adapters, rng, optimizer):
    config = _config(rng, dim=1, optimizer=optimizer, lr=0.005, steps=0)
    losses, start = _train(adapters, config)
    _assert_number(losses, 0, "a run of 0 steps")
    losses, end = _train(adapters, config | {"steps": 4})
    _assert_number(losses, 4, "a run of 4 steps")
    h = DEFAULTS[optimizer] | {"lr": config["lr"]}
    default = 0.001 if optimizer == "adam" else 0.01
    wrong = {
        "the weights did not change": start,
        "gradients pile up from step to step; clear them": _follow(
            start, losses, optimizer, h, piled_up=True
        ),
        "with dim 1 this learns y = x, as for arange(1, dim + 1) or a sum; arange(1) is 0": _follow(
            start, losses, optimizer, h, target=1.0
        ),
        f"lr {config['lr']} was asked for, and {default} used": _follow(
            start, losses, optimizer, h | {"lr": default}
        ),
    } | {
        f"this is a run of {other}, where {optimizer} was asked for": _follow(
            start, losses, other, DEFAULTS[other] | {"lr": config["lr"]}
        )
        for other in UPDATES
        if other != optimizer
    }
    if optimizer == "sgd":
        wrong["sgd ran with momentum"] = _follow(start, losses, "sgd", h | {"momentum": 0.9})
    for name, expected in _follow(start, losses, optimizer, h).items():
        assert_close(
            end[name],
            expected,
            dtype=torch.float32,
            length=200,
            magnitude=start[name].double().abs() + len(losses) * h["lr"],
            misconceptions={text: weights[name].double() for text, weights in wrong.items()},
            what=f"{name} after 4 steps of {optimizer} with lr {h['lr']}, given the losses (each "
            f"the mean-squared error of its batch before the update)",
        )


def test_every_step_follows_from_its_loss(adapters, rng):
    _train(adapters, _config(rng, num_layers=2, steps=0))
    for optimizer in UPDATES:
        _check_steps(adapters, rng, optimizer)


def _assert_number(losses, expected, what) -> None:
    if len(losses) != expected:
        fail(f"{what} has {expected} losses, one for each step of this call; got {len(losses)}")


def test_learns_the_weights_of_the_task(adapters, rng):
    config = _config(rng, dim=3, num_layers=1, batch_size=16, steps=100, lr=0.1)
    losses, state = _train(adapters, config)
    learned = (state["layers.0.weight"] @ state["final.weight"]).flatten().double()
    target = torch.arange(3.0)
    others = {
        "this is y = x @ arange(1, dim + 1)": target + 1,
        "this is y = x.sum()": torch.ones(3),
        "this is y = x @ arange(dim) with x's order reversed": target.flip(0),
        "this is y = x @ arange(dim) / dim": target / 3,
        "(batch, 1) minus (batch,) broadcasts; drop the head's dim of size 1": torch.zeros(3),
    }
    if not (learned - target).abs().max() < 0.3:
        transposed = state["layers.0.weight"].T @ state["final.weight"]
        hints = [text for text, other in others.items() if (learned - other).abs().max() < 0.3]
        if (transposed.flatten() - target).abs().max() < 0.3:
            hints.append("a layer computes x @ weight, not x @ weight.T")
        fail(
            f"after 100 steps of adam, layers.0.weight @ final.weight is {learned.tolist()}; y is "
            f"x @ {target.tolist()}. The loss went from {losses[0]:.3g} to {losses[-1]:.3g}",
            *hints,
        )


def test_depends_on_nothing_but_its_config(adapters, rng):
    config = _config(rng)
    runs = [
        _checked(adapters.observed(seed=rng.seed()).run_train(dict(config)).value, config)
        for _ in range(2)
    ]
    _assert_same(runs[1], runs[0], "the same config, with Python, NumPy and torch seeded otherwise")


def test_every_setting_matters(adapters, rng):
    base = _config(rng, num_layers=2, optimizer="sgd")
    losses, state = _train(adapters, base)
    for key, value in {
        "batch_size": base["batch_size"] + 5,
        "lr": 2e-4,
        "optimizer": "adagrad",
        "precision": "bfloat16",
        "seed": (base["seed"] + 1) % 2**32,
    }.items():
        others, other = _train(adapters, base | {key: value})
        if all(torch.equal(state[name], other[name]) for name in state):
            fail(f"{key} = {base[key]!r} and {key} = {value!r} give the same weights")
        if key in ("batch_size", "seed") and others[0] == losses[0]:
            fail(f"{key} = {base[key]!r} and {key} = {value!r} give the same first loss")
        if key in ("lr", "optimizer") and others[0] != losses[0]:
            fail(f"the first loss changes with {key}; the first batch and weights should not")


def test_seed_chooses_weights_and_batches(adapters, rng):
    still = _config(rng, lr=0.0, optimizer="sgd", steps=8, dim=6, batch_size=9)
    losses, state = _train(adapters, still)
    _assert_number(losses, 8, "a run of 8 steps")
    _, start = _train(adapters, still | {"steps": 0})
    _assert_same(([], state), ([], start), "with lr 0")
    # Two different batches, of ±1 too, give the same float32 loss with probability 1e-5 or less;
    # fewer than 6 losses of 8 take three such pairs: less than (28 · 1e-5)**3 = 3e-11.
    if len(set(losses)) < 6:
        fail(
            f"with lr 0, the losses of 8 steps repeat each other: {losses}",
            "draw each step its own batch",
        )

    # With dim 1 and no layers, loss / weight² is mean(x²), which the batch alone gives.
    sizes, weights = [], []
    for seed in ((still["seed"] + i) % 2**32 for i in range(3)):
        single = still | {"dim": 1, "num_layers": 0, "seed": seed}
        losses, state = _train(adapters, single)
        weights.append(state["final.weight"].double().squeeze())
        sizes.append(torch.tensor(losses).double() / weights[-1] ** 2)
    if weights[0] == weights[1]:
        fail("two seeds give the same initial weights")
    varies = not torch.allclose(sizes[0], sizes[0][:1].expand(8), rtol=1e-5)
    if varies and torch.allclose(*sizes[:2], rtol=1e-5):
        fail("two seeds give the same batches")
    # Two right ones agree to 1e-5 with probability 1e-5 or less, three with 1e-10.
    firsts = torch.stack(sizes)[:, 0]
    if varies and torch.allclose(firsts, firsts[:1].expand(3), rtol=1e-5):
        fail("three seeds give the same first batch", "the seed decides that one, too")


def test_loss_is_a_mean_over_the_batch(adapters, rng):
    # Of x normal, a mean of 64 squares is below a fifth with probability 5e-12; see above.
    means = []
    for batch_size in (2, 64):
        config = {"dim": 1, "num_layers": 0, "batch_size": batch_size, "steps": 32, "lr": 0.0}
        losses, state = _train(adapters, _config(rng, optimizer="sgd", **config))
        means.append(sum(losses) / 32 / state["final.weight"].double().item() ** 2)
    if means[1] > 5.6 * means[0]:
        fail(
            f"with dim 1 and lr 0, loss / weight² is {means[0]:.3g} with batch_size 2 and "
            f"{means[1]:.3g} with 64, in the mean of 32 steps",
            "this is the sum of the squared errors; take their mean",
        )


def test_steps_do_not_depend_on_how_many_follow(adapters, rng):
    for precision in PRECISIONS:
        config = _config(rng, precision=precision, optimizer="sgd", dim=5, batch_size=7)
        whole, _ = _train(adapters, config)
        short = _train(adapters, config | {"steps": 3})
        _assert_number(short[0], 3, "a run of 3 steps")
        if short[0] != whole[:3]:
            fail(
                f"the first 3 losses are {short[0]} in a run of 3 steps, {whole[:3]} in one of 6",
                "the lr is constant, and the batch of step t depends on the seed and t alone",
            )
        _assert_same(_train(adapters, config, None, 3), short, "stop_after 3, against steps 3")


def test_matmuls_run_in_precision(adapters, rng):
    for precision in PRECISIONS:
        config = _config(rng, dim=5, num_layers=2, batch_size=13, precision=precision, steps=2)
        seen = adapters.observed(trace=True).run_train(config)
        _, state = _checked(seen.value, config)
        if all(torch.equal(w.float(), w.bfloat16().float()) for w in state.values()):
            fail(
                f"with precision {precision}, every weight is a bfloat16 number",
                "autocast casts copies for the matmuls; the weights themselves stay float32",
            )
        if bent := [op.name for op in seen.trace.ops if op.name.startswith(_BENDING)]:
            hint = "the deep linear model has nothing between its layers: no ReLU, no tanh"
            fail(f"{bent[0]} ran", hint)
        sizes = {13, 5}
        found = [
            op for op in seen.trace.matmuls if sizes <= {n for s in op.input_shapes for n in s}
        ]
        if not found:
            fail("no matmul of a batch, 13 × 5, was seen")
        low = [op for op in seen.trace.matmuls if "bfloat16" in op.input_dtypes]
        if precision == "float32" and low:
            fail(f"with precision float32, {low[0].name} ran in bfloat16")
        # Forward and backward through two layers, in two steps: 3 + 2 matmuls or more in each.
        if precision == "bfloat16" and len(low) < 2 * 5:
            fail(
                f"with precision bfloat16, {len(low)} matmuls ran in bfloat16 in 2 steps; "
                f"expected 10 or more, forward and backward"
            )


def test_resumed_is_bit_identical(adapters, rng, tmp_path):
    for optimizer, precision in zip(UPDATES, PRECISIONS * 2, strict=True):
        config = _config(rng, optimizer=optimizer, precision=precision, seed=rng.seed())
        whole = _train(adapters, config)
        file = tmp_path / f"{optimizer}_{precision}.pt"
        losses: list[float] = []
        for stop in (rng.integer(1, 2), rng.integer(3, 5), None):
            call = f"with stop_after {stop}, after {len(losses)} steps"
            part, state = _train(adapters, config, file, stop)
            expected = (stop or config["steps"]) - len(losses)
            _assert_number(part, expected, call)
            losses += part
            if not file.is_file():
                fail(f"{call}: no checkpoint was saved")
        _assert_same((losses, state), whole, "stopped twice and resumed, against never stopped")
        again = _train(adapters, config, file)
        _assert_same(again, ([], whole[1]), "a run that had come to its end, started again")
    load_safely(file)


def test_stopped_at_the_ends(adapters, rng, tmp_path):
    config = _config(rng, seed=rng.seed())
    whole = _train(adapters, config)
    file = str(tmp_path / "run.pt")
    start = _train(adapters, config, file, 0)
    _assert_same(start, _train(adapters, config | {"steps": 0}), "stop_after 0")
    _assert_same(_train(adapters, config, file, 99), whole, "resumed from stop_after 0")
    for again in ((), (config["steps"],), (2,), ()):
        _assert_same(
            _train(adapters, config, file, *again),
            ([], whole[1]),
            f"a finished run, started again{f' with stop_after {again[0]}' if again else ''}",
        )


def test_takes_the_smallest_config(adapters, rng):
    least = {"dim": 1, "num_layers": 0, "batch_size": 1, "seed": 0}
    for steps, seed in ((0, 0), (2, 0), (2, 2**32 - 1)):
        config = least | {"steps": steps, "seed": seed}
        losses, _ = _train(adapters, _config(rng) | config)
        _assert_number(losses, steps, f"a run of {steps} steps with {config}")


def test_refuses_a_bad_config(adapters, rng):
    config = _config(rng)
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
        ({"seed": 2**32}, ["seed", 2**32]),
        ({"lr": -0.5}, [-0.5]),
        ({"optimizer": "lion"}, ["optimizer", "lion"]),
        ({"precision": "float8"}, ["precision", "float8"]),
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
