"""Whose `.grad` a backward pass fills: handout §5.11."""

import pytest

from tests.harness.checks.errors import assert_raises
from tests.harness.expected.gradients import filled_grads, wrongly_filled
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

pytestmark = pytest.mark.problem("which_grads")


def _check(adapters, requires_grad, ops, loss, expected=None):
    actual = adapters.run_which_grads(requires_grad, ops, loss)
    expected = expected or filled_grads(requires_grad, ops, loss)
    if not isinstance(actual, set | frozenset):
        fail(f"expected the set {expected}, got {describe(actual)}")
    if actual != expected:
        graph = f"leaves {describe(requires_grad)}, ops {describe(ops)}, loss {loss!r}"
        wrong = wrongly_filled(requires_grad, ops, loss)
        hints = [text for text, names in wrong.items() if names == actual]
        fail(f"{graph}: expected {sorted(expected)}, got {sorted(map(str, actual))}", *hints[:1])


def _graph(rng, leaves, made):
    """Draw leaves and ops, under names whose order says nothing."""
    names = [f"t{number}" for number in rng.numpy.permutation(leaves + made)]
    requires_grad = {name: rng.integer(0, 1) == 1 for name in names[:leaves]}
    requires_grad[names[0]] = True
    ops = []
    for i in range(leaves, leaves + made):
        inputs = [rng.choice(names[:i]) for _ in range(rng.integer(1, 3))]
        ops.append((names[i], tuple(inputs)))
    return requires_grad, ops, names


def test_which_grads_of_two_layers(adapters):
    requires_grad = {"x": False, "w1": True, "w2": True, "w3": True, "b": True, "y": False}
    ops = [
        ("h1", ("x", "w1")),
        ("side", ("h1", "w3")),
        ("h2", ("h1", "w2")),
        ("loss", ("h2", "b", "y")),
        ("later", ("loss", "w3")),
    ]
    _check(adapters, requires_grad, ops, "loss")
    _check(adapters, requires_grad | {"w1": False}, ops, "loss")
    _check(adapters, requires_grad, tuple(ops), "later")
    _check(adapters, requires_grad | {"x": True}, ops, "h1")
    _check(adapters, requires_grad, ops, "w2")


def test_which_grads_agrees_with_autograd(adapters, rng):
    for _ in range(12):
        requires_grad, ops, names = _graph(rng, rng.integer(2, 5), rng.integer(2, 8))
        needs = dict(requires_grad)
        for name, inputs in ops:
            needs[name] = any(needs[each] for each in inputs)
        loss = rng.choice([name for name in names if needs[name]])
        _check(adapters, requires_grad, ops, loss)


def test_which_grads_of_long_chains_and_many_ways(adapters, rng):
    length = 20_000 + rng.integer(0, 9)
    names = [f"h{i}" for i in range(length)]
    ops = [(name, (below,)) for below, name in zip(["w", *names], names, strict=False)]
    _check(adapters, {"x": True, "w": True}, ops, names[-1], {"w"})
    ways = [("h0", ("w", "x"))]
    for i in range(1, 13):
        ways += [
            (f"a{i}", (f"h{i - 1}",)),
            (f"b{i}", (f"h{i - 1}",)),
            (f"h{i}", (f"a{i}", f"b{i}")),
        ]
    leaves = {"x": False, "w": True}
    seen = adapters.observed(count_lines=True).run_which_grads(leaves, ways, "h12")
    if seen.value != {"w"}:
        fail(
            f"12 times two ops on one tensor, then one on both: expected {{'w'}}, got {seen.value}"
        )
    if seen.lines_run > 2**12:
        fail(
            f"12 times two ops on one tensor, then one on both, took {seen.lines_run} lines",
            "4096 ways lead from the loss to w: visit each tensor once, not once for each way",
        )


def _refuses(adapters, requires_grad, ops, loss, name, when):
    assert_raises(
        lambda: adapters.run_which_grads(requires_grad, ops, loss), mentions=[name], when=when
    )


def test_which_grads_refuses_bad_names(adapters):
    leaves = {"w": True, "x": False}
    good = ("loss", ("w", "x"))
    for ops, name, when in (
        ([("loss", ("w", "nowhere"))], "nowhere", "an op is made of a tensor that is not there"),
        ([good, ("end", ("nowhere",))], "nowhere", "an op after the loss is, of one not there"),
        ([("side", ("nowhere",)), good], "nowhere", "an op beside the loss is, of one not there"),
        ([("a", ("soon",)), ("soon", ("w",)), good], "soon", "an op is made of a later one"),
        ([("itself", ("w", "itself")), good], "itself", "an op is made of itself"),
        ([("again", ("x",)), ("again", ("w",)), good], "again", "two ops have one name"),
        ([good, ("again", ("x",)), ("again", ("w",))], "again", "two later ops have one name"),
        ([good, ("loss", ("x",))], "loss", "an op after it has the loss's name"),
        ([("w", ("x",)), good], "w", "an op has the name of a leaf"),
        ([good, ("x", ("loss",))], "x", "a later op has the name of a leaf"),
    ):
        _refuses(adapters, leaves, ops, "loss", name, when)
    _refuses(adapters, leaves, [good], "nowhere", "nowhere", "no tensor is named like the loss")
    _refuses(adapters, leaves, [], "nowhere", "nowhere", "no tensor is named like the loss")


def test_which_grads_refuses_a_loss_without_gradient(adapters):
    ops = [("frozen", ("x", "y")), ("other", ("w", "frozen")), ("deep", ("frozen",))]
    for loss in ("x", "frozen", "deep"):
        _refuses(
            adapters,
            {"w": True, "x": False, "y": False},
            ops,
            loss,
            loss,
            f"{loss} is the loss, and no leaf that it is made of requires a gradient",
        )
