"""Activation checkpointing: the numbers are those of a plain pass. Handout §12.3."""

import pytest
import torch
from torch import nn

from tests.harness.expected.training import assert_same_pass, plain_pass
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.runtime.conditions import Conditions, observe_call
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import SineBlock, double_output

pytestmark = pytest.mark.problem("checkpointed_forward")

AGAIN = "the second run of a layer should draw what the first one drew"
NO_HOOKS = "layer.forward(x) leaves out the layer's hooks; layer(x) runs them"
TWICE = "children() yields a layer that occurs twice only once; iterate over layers itself"


def _chains(rng) -> dict[str, nn.Sequential]:
    blocks = [SineBlock(6, rng.integer(7, 20)) for _ in range(3)]
    hooked = nn.Linear(6, 11)
    hooked.register_forward_hook(double_output)
    return {
        "three blocks": nn.Sequential(*blocks),
        "one block": nn.Sequential(SineBlock(6, 9)),
        "no layers": nn.Sequential(),
        "layers without parameters": nn.Sequential(nn.Tanh(), nn.Linear(6, 6), nn.GELU()),
        "layers that change the width, the first with a hook": nn.Sequential(
            hooked, nn.Tanh(), nn.Linear(11, 2)
        ),
        "a block used twice": nn.Sequential(blocks[0], nn.Tanh(), blocks[0]),
    }


def _assert_like_plain(adapters, layers, x, rng, what, hint=""):
    seed, modes = rng.seed(), [layer.training for layer in layers.modules()]
    width = layers(x).shape[-1]
    grad_output = rng.normal(*x.shape[:-1], width, dtype=x.dtype)
    plain = observe_call(lambda: plain_pass(layers, x, grad_output), Conditions(seed=seed))
    layers.zero_grad()  # the adapter need not do it
    seen = adapters.observed(seed=seed).run_checkpointed_forward(layers, x, grad_output)
    once = [*layers.children()]
    mistaken = {TWICE: nn.Sequential(*once)(x).double()} if len(once) < len(layers) else {}
    if any(layer._forward_hooks for layer in layers):
        mistaken[NO_HOOKS] = _run_without_hooks(layers, x)
    if len(layers) > 1 and width == x.shape[-1]:
        mistaken["this is x as it was given: each layer takes what the one before gave"] = x
        mistaken["this is what the first layer gives: does the loop return in its first turn?"] = (
            observe_call(lambda: layers[0](x), Conditions(seed=seed)).value
        )
    assert_same_pass(seen.value, plain.value, what, hint, mistaken)
    if [layer.training for layer in layers.modules()] != modes:
        fail(
            f"{what}: a layer is in another mode, training or evaluation, than before",
            "leave the mode as it is, each layer's own",
        )
    for name, (_, after) in plain.generators.items():
        if seen.generators[name][1] != after:
            fail(
                f"{what}: after backward the generator of {name} has another state than after a "
                "plain pass: what is drawn next is something else",
                "the second run of a layer starts from an earlier state: put the later one back",
            )


def _run_without_hooks(layers, x):
    for layer in layers:
        x = layer.forward(x)
    return x.detach().double()


def test_gives_what_a_plain_pass_gives(adapters, rng):
    for what, layers in _chains(rng).items():
        try:
            _assert_like_plain(adapters, layers, rng.normal(2, 3, 6), rng, what)
        except RuntimeError as error:
            if "different metadata" not in str(error):
                raise
            fail(
                f"{what}: in backward another layer ran than in forward: {_first_line(error)}",
                "what a loop makes with lambda or def sees the loop's last layer when it runs "
                "again: hand each layer over as an argument",
            )
    _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, f"{what}, one batch dim")


def test_leaves_attributes_and_hooks_as_they_are(adapters, rng):
    hooked = nn.Linear(6, 6)
    hooked.register_forward_hook(double_output)
    layers = nn.Sequential(SineBlock(6, 9, dropout=0.5), hooked, nn.Tanh())
    for training in (True, False):
        given = layers.train(training), rng.normal(5, 6), rng.normal(5, 6)
        before, after = adapters.run_checkpointed_forward_attributes(*given)
        if after != before:
            fail(
                "a layer has other attributes or hooks than before",
                "leave the layers as they are",
            )


def test_gives_the_same_with_dropout(adapters, rng):
    blocks = [SineBlock(6, 40, dropout=0.5) for _ in range(3)]
    layers = nn.Sequential(blocks[0], nn.Dropout(0.5), nn.AlphaDropout(0.5), *blocks[1:])
    for training in (True, False):
        layers.train(training)
        what = f"Dropout, training={training}"
        _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, what, AGAIN)


def test_gives_the_same_where_layers_have_modes_of_their_own(adapters, rng):
    blocks = [SineBlock(6, 40, dropout=0.5) for _ in range(3)]
    for training in (True, False):
        layers = nn.Sequential(*blocks).train(training)
        _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, "three blocks with Dropout")
        layers[0].train(not training)
        layers[1].dropout.train(not training)
        what = f"three blocks with Dropout, training={training}, the first and the second's Dropout"
        what += f" alone training={not training}"
        try:
            _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, what)
        except NotImplementedError:
            raise
        except (Mismatch, RuntimeError) as error:  # two runs of a layer may differ in shapes, too
            fail(_first_line(error), "leave the mode as it is, each layer's own")


def test_gives_the_same_in_other_dtypes(adapters, rng):
    layers = nn.Sequential(SineBlock(6, 20))
    _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, "one block")
    for dtype in (torch.float64, torch.bfloat16):
        layers = nn.Sequential(*(SineBlock(6, 20) for _ in range(2)), nn.Tanh()).to(dtype)
        x = rng.normal(5, 6, dtype=dtype)
        try:
            _assert_like_plain(adapters, layers, x, rng, f"layers and x in {dtype}")
        except NotImplementedError:
            raise
        except RuntimeError as error:
            fail(
                f"layers and x in {dtype}: {_first_line(error)}",
                "give each layer its input in the dtype that it has",
            )


def _first_line(error):
    text = error.message if isinstance(error, Mismatch) else describe_error(error)
    return text.partition("\n")[0]
