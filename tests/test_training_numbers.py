"""Batches, precision and optimizer of a run, by its losses: handout §12.4."""

import math
from functools import partial

import pytest
import torch

from tests.harness.expected.optim import DEFAULTS
from tests.harness.expected.optim_mistakes import eps_mistakes
from tests.harness.expected.training import (
    ACCUMULATED_HINT,
    OPTIMIZERS,
    PRECISIONS,
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

pytestmark = pytest.mark.problem("train")

OTHER_DEFAULTS = (
    *(("eps", eps) for eps in (1e-10, 1e-8, 1e-7, 1e-6, 1e-5)),
    *(("alpha", alpha) for alpha in (0.9, 0.95, 0.999)),
    *(("betas", betas) for betas in ((0.9, 0.99), (0.9, 0.95), (0.9, 0.98))),
)
# In backward, so that x may be drawn by any of them.
_BENDING = {f"aten.{name}_backward" for name in ("threshold", "tanh", "sigmoid", "gelu")}


def _assert_targets_are_0(adapters, config):
    """Assert that with dim 1 and a small p, a loss is at most the largest likely mean(x²) · p²."""
    losses, state = train(adapters, config | {"num_layers": 60, "steps": 1})
    p = product_of(state).item()
    if losses and losses[0] > 1e6 * p**2 + 1e-30:
        fail(
            "with dim 1 y is x @ arange(1), which is 0, and the loss is mean(x²) · p²; with 60 "
            f"layers p, the product of all weights, is {p:.3g}, and the loss {losses[0]:.3g}",
            "the targets are x @ arange(dim), and nothing else: they are 0 here",
        )


def test_batches_depend_on_the_seed_and_the_step_alone(adapters, rng):
    config = make_config(rng, dim=1, lr=0.0, num_layers=0, optimizer="sgd")
    losses, start = train(adapters, config)
    expected = mean_squares(losses, start)
    _assert_targets_are_0(adapters, config)
    changes = [{"steps": len(losses) + 1}, {"num_layers": 2}, {"precision": "bfloat16"}]
    for change in (*changes, *({"optimizer": name} for name in OPTIMIZERS)):
        losses, state = train(adapters, config | change)
        size = mean_squares(losses, state)[: len(expected)]
        if not torch.allclose(size, expected, rtol=0.05 if "precision" in change else 1e-4, atol=0):
            fail(
                "with dim 1 and lr 0, loss / (product of all weights)² is mean(x²); of one seed it "
                f"is {expected.tolist()} at first, and {size.tolist()} with {change}",
                "a batch depends on the seed and the number of the step alone",
            )
        if "num_layers" not in change:
            assert_same_run(([], state), ([], start), f"with lr 0, and {change} in the config")


def test_loss_is_a_mean_over_the_batch(adapters, rng):
    # Of x normal, a mean of 64 squares is below a fifth with probability 5e-12; see above. Of x 0
    # or 1, all 64 are 0 with probability 5e-20.
    means = []
    for batch_size in (2, 64):
        config = {"dim": 1, "num_layers": 0, "batch_size": batch_size, "steps": 32, "lr": 0.0}
        losses, state = train(adapters, make_config(rng, optimizer="sgd", **config))
        means.append(mean_squares(losses, state).mean().item())
        if not means[-1] > 1e-15:
            fail(f"with dim 1 and lr 0, the losses of 32 steps are {losses}")
    # Of x about 1 in size it is about 1; the mean of 2048 squares is not far off by chance.
    if 20 < means[1] < 5.6 * means[0]:
        fail(
            f"with dim 1 and lr 0, the mean of x² is {means[1]:.3g}: x is {means[1] ** 0.5:.3g} in "
            "size",
            "numbers about 1 in size keep the training stable",
        )
    if means[1] > 5.6 * means[0]:
        fail(
            f"with dim 1 and lr 0, loss / weight² is {means[0]:.3g} with batch_size 2 and "
            f"{means[1]:.3g} with 64, in the mean of 32 steps",
            "this is the sum of the squared errors; take their mean",
        )
    wide = {"dim": 64, "num_layers": 0, "batch_size": 64, "steps": 8, "lr": 0.0}
    losses, state = train(adapters, make_config(rng, optimizer="sgd", **wide))
    error = state["final.weight"].double().flatten() - torch.arange(64)
    share = sum(losses) / 8 / (error @ error).item() / means[1]
    if share < 1 / 16:  # of x about 1 in size it is about 1; where x is positive, more
        fail(
            f"with dim 64, no layers and lr 0, the loss is {share:.3g} times as large as "
            "|weights - arange(64)|² · mean(x²)",
            "the loss is the mean over the rows, not over the elements of x too; numbers of x are "
            "about 1 in size whatever dim is",
        )


def test_starts_with_weights_of_about_1_over_the_root_of_dim(adapters, rng):
    config = make_config(rng, dim=100, num_layers=2, steps=0)
    for name, weight in train(adapters, config)[1].items():
        size = weight.double().square().mean().sqrt().item()
        if not 0.025 < size < 0.4:  # 0.1, four times as much or as little
            fail(
                f"with dim 100, {name} is at first {size:.3g} in size, the root of its mean square",
                "weights are about 1/√dim in size, 0.1 here: outputs then have the size of inputs",
            )


def test_steps_follow_from_the_loss_with_several_dims(adapters, rng):
    # With no layers the loss is mean((x @ e)²), e = weights - arange(dim): gradient · e is 2 loss.
    dim, lr = rng.integer(5, 9), rng.uniform(0.001, 0.003)
    config = make_config(rng, dim=dim, num_layers=0, optimizer="sgd", lr=lr, steps=1)
    losses, end = train(adapters, config)
    _, start = train(adapters, config | {"steps": 0})
    before, after = (state["final.weight"].double().flatten() for state in (start, end))
    moved = ((before - torch.arange(dim)) @ (before - after)).item()
    assert_num_losses(losses, 1, "a run of 1 step")
    expected = 2 * lr * losses[0]
    if not math.isclose(moved, expected, rel_tol=1e-3, abs_tol=1e-5):
        scales = [dim**k for k in (-1, -0.5, 0.5, 1)]
        by_dim = any(math.isclose(moved, expected * scale, rel_tol=0.01) for scale in scales)
        fail(
            f"with dim {dim} and no layers, a step of sgd with lr {lr} moves the weights by "
            f"{moved:.4g} along weights - arange(dim); of the loss {losses[0]:.6g} it is "
            f"{expected:.4g}",
            "the step is lr times the gradient of this loss, whatever dim is" if by_dim else "",
        )


def test_matmuls_run_in_precision(adapters, rng):
    for precision in PRECISIONS:
        dim, batch_size = rng.integer(4, 6), rng.integer(7, 9)  # a config as in other tests
        sizes = {"dim": dim, "num_layers": 2, "batch_size": batch_size}
        config = make_config(rng, precision=precision, **sizes)
        seen = adapters.observed(trace=True).run_train(config)
        losses, state = check_form(seen.value, config)
        if all(torch.equal(w.float(), w.bfloat16().float()) for w in state.values()):
            fail(
                f"with precision {precision}, every weight is a bfloat16 number",
                "autocast casts copies for the matmuls; the weights themselves should stay float32",
            )
        # A float32 loss is a bfloat16 number with chance 2**-16; where x is 0 or 1, 2**-6 at most.
        if precision == "bfloat16" and losses == torch.tensor(losses).bfloat16().tolist():
            fail(
                f"with precision bfloat16, every loss is a bfloat16 number: {losses}",
                "take the loss in float32: cast the model's output up, not the targets down",
            )
        if bent := [op.name for op in seen.trace.ops if op.name in _BENDING]:
            hint = "nothing belongs between the layers of the deep linear model: no ReLU, no tanh"
            fail(f"{bent[0]} ran", hint)
        found = [
            op
            for op in seen.trace.matmuls
            if {dim, batch_size} <= {n for s in op.input_shapes for n in s}
        ]
        if not found:
            fail(f"no matmul of a batch, {batch_size} × {dim}, was seen")
        low = [op for op in seen.trace.matmuls if "bfloat16" in op.input_dtypes]
        if precision == "float32" and low:
            fail(f"with precision float32, {low[0].name} ran in bfloat16")
        # Forward and backward through two layers and the head, in six steps: 3 + 4 matmuls or more
        # in each; a head that is a vector has an outer product in backward, which is none.
        if precision == "bfloat16" and len(low) < 6 * 7:
            fail(
                f"with precision bfloat16, {len(low)} matmuls ran in bfloat16 in 6 steps; "
                "expected 42 or more, forward and backward through 2 layers and the final one",
                "all of the model's matmuls run under autocast, those of the final layer too",
            )


def test_targets_do_not_depend_on_the_precision(adapters, rng):
    # Through many layers of about 1/√dim nothing arrives: the loss is mean(y²). Of orthogonal ones
    # it is not, and says nothing of y.
    config = make_config(rng, dim=2, lr=0.0, num_layers=100, batch_size=40, steps=2)
    _, state = train(adapters, config | {"steps": 0})
    product = torch.linalg.multi_dot([weight.double() for weight in state.values()])
    if product.abs().max() > 1:
        return  # with larger weights the loss may overflow float32
    (losses, _), (low, _) = (
        train(adapters, config | {"precision": precision}) for precision in PRECISIONS
    )
    small = product.abs().max() * 100 < 1e-5 * min(losses) ** 0.5
    if small and not torch.allclose(torch.tensor(low), torch.tensor(losses), rtol=1e-4, atol=0):
        fail(
            f"with dim 2, lr 0 and 100 layers, whose product is {product.abs().max():.1e} at most, "
            f"the losses are mean(y²): they are {losses} with float32 and {low} with bfloat16",
            "autocast is for the model alone: make x and y outside of it, in float32"
            if torch.allclose(torch.tensor(low), torch.tensor(losses), rtol=0.03, atol=0)
            else "",
        )


def test_optimizers_have_their_defaults(adapters, rng):
    # Many layers of one weight each have a small product, and gradients about as small as eps.
    for optimizer in OPTIMIZERS:
        default = DEFAULTS[optimizer]
        if optimizer == "sgd":
            continue
        drawn = [
            draw_start(adapters, rng, dim=1, num_layers=13, optimizer=optimizer, lr=0.004)
            for _ in range(12)
        ]
        config, start = min(drawn, key=lambda each: _far_from(3e-9, product_of(each[1]) ** 2))
        losses, end = train(adapters, config | {"steps": 4})
        assert_num_losses(losses, 4, "a run of 4 steps")
        h = default | {"lr": config["lr"]}
        mistakes = partial(_default_mistakes, start, losses, optimizer, h)
        assert_end_weights(start, losses, end, optimizer, h, mistakes)


def _default_mistakes(start, losses, optimizer, h):
    """Return the weights that other defaults lead to, by hint."""
    wrong = {
        f"this is a step with {key} {value}; by default it is {h[key]}": (
            follow(start, losses, optimizer, h | {key: value})
        )
        for key, value in OTHER_DEFAULTS
        if h.get(key, value) != value
    } | {
        f"{share} of each weight is added to its gradient; there is no weight decay here": (
            follow(start, losses, optimizer, h, added=share)
        )
        for share in (1e-5, 1e-4, 1e-3, 1e-2)
    }
    wrong[ACCUMULATED_HINT] = follow(start, losses, optimizer, h, piled_up=True)
    for text, update in eps_mistakes(optimizer).items():
        wrong[text] = follow(start, losses, optimizer, h, mistaken=update)
    return wrong


def _far_from(wanted, value):
    return abs(math.log(wanted) - math.log(value.item() + 1e-300))
