"""Torch functions that a call uses, and the module that called them: here and over the wire."""

import inspect

import pytest
import torch
from einops import einsum, rearrange

from cs336_staff.judge.wire.observations import read_observation, write_observation
from cs336_staff.judge.wire.primitives import Limits, WireError
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder, Encoder
from tests.harness.rules.einops_only import AXIS_MOVERS
from tests.harness.runtime.conditions import Conditions, Observation, observe_call
from tests.harness.runtime.torch_calls import AUTOGRAD, TorchCall


def calls(work, by: str = "") -> list[str]:
    """Return the names of the functions that modules with this prefix called."""
    seen = map(TorchCall.of, observe_call(work, Conditions(calls=True)).calls)
    return [call.name for call in seen if call.module.startswith(by)]


X = torch.arange(24.0).view(4, 6)

MOVES = {
    "a method": lambda: X.reshape(3, 8),
    "a function": lambda: torch.permute(X, (1, 0)),
    "in place": lambda: X.clone().transpose_(0, 1),
    "an attribute": lambda: X.T,
    "an index": lambda: X[:, None],
    "an index of its own": lambda: X[None],
    "a module": lambda: torch.nn.Flatten(0)(X),
    "to more dims": lambda: X.expand(2, 4, 6),
    "to more dims than a sequence tells": lambda: X.repeat([2, 1, 1]),
    "to more dims by names": lambda: torch.broadcast_to(size=(2, 4, 6), input=X),
    "to the dims of another": lambda: X[0].expand_as(X),
    "to more dims, as a copy": lambda: torch.expand_copy(X, (2, 4, 6)),
    "an operator": lambda: torch.ops.aten.permute(X, [1, 0]),
    "an overload of one": lambda: torch.ops.aten.permute.default(X, [1, 0]),
    "without its name": lambda: inspect.getattr_static(torch.Tensor, "res" + "hape")(X, (3, 8)),
}


@pytest.mark.parametrize("work", MOVES.values(), ids=MOVES)
def test_what_moves_axes_is_seen_under_its_name(work):
    names = calls(work, __name__)
    assert any(name.removesuffix("_") in AXIS_MOVERS for name in names), names


def test_what_einops_calls_is_its_own():
    def work():
        return rearrange(X, "s (h d) -> h s d", h=2), einsum(X, X, "a b, c b -> a c")

    assert {"reshape", "permute", "einsum"} <= set(calls(work, "einops."))
    assert calls(work, __name__) == []


def test_code_that_calls_itself_einops_is_not():
    work = eval("lambda: X.reshape(3, 8)", {"__name__": "einops.own", "X": X})
    assert calls(work, "einops") == [] and calls(work) == ["reshape"]


def test_an_index_without_none_adds_no_axis():
    assert calls(lambda: X[..., 1:, [0, 1]]) == ["__getitem__"]


def test_what_keeps_the_number_of_dims_adds_none():
    def work():
        X[:1].expand(4, 6), X[:1].expand_as(X), X.repeat(2, 1), X.tile(2), X.tile((1, 2))
        torch.broadcast_to(X[:1], (4, 6))

    stretches = {"expand", "expand_as", "repeat", "tile", "broadcast_to"}
    assert set(calls(work)) == {"__getitem__"} | stretches


def test_an_optimizer_of_torchs_is_whose_code_it_is_but_its_base_is_not():
    class Plain(torch.optim.Optimizer):
        def step(self):
            for param in self.param_groups[0]["params"]:
                param.data.add_(param.grad)

    param = torch.ones(3, requires_grad=True)
    param.grad = torch.ones(3)
    theirs, own = torch.optim.SGD([param]), Plain([param], {})
    assert "add_" in calls(theirs.step, "torch.optim.sgd")
    assert calls(own.step, "torch.") == calls(own.zero_grad, "torch.optim.") == []


def _sum_of_products():
    x = X.clone().requires_grad_()
    return x, (x @ X.T).sum()


BACKWARD_PASSES = {
    "a method": lambda: _sum_of_products()[1].backward(),
    "a function": lambda: torch.autograd.backward(_sum_of_products()[1]),
    "gradients of inputs": lambda: torch.autograd.grad(*reversed(_sum_of_products())),
    "torch.func": lambda: torch.func.vjp(lambda x: x @ X.T, X)[1](torch.ones(4, 4)),
}


@pytest.mark.parametrize("work", BACKWARD_PASSES.values(), ids=BACKWARD_PASSES)
def test_a_backward_pass_of_autograd_is_seen(work):
    assert AUTOGRAD in calls(work)


def test_a_forward_pass_is_no_backward_pass():
    assert AUTOGRAD not in calls(_sum_of_products)
    assert AUTOGRAD not in calls(lambda: torch.ones(4, 4) @ X)


def test_nothing_is_recorded_by_default():
    assert observe_call(lambda: X.T, Conditions(trace=True)).calls is None


@pytest.mark.parametrize("text", ["", "T", "a T", "a:x T", "a:1T", "a:-1 T", "a:9999999999 T"])
def test_any_other_text_is_of_no_module(text):
    assert TorchCall.of(text) == TorchCall(text, "?", 0)


def test_a_call_is_the_same_as_a_text():
    for call in (TorchCall("T", "a.b", 3), TorchCall("[None]", "?", 0), TorchCall("", "", 1)):
        assert TorchCall.of(str(call)) == call


def test_calls_are_the_same_on_the_other_side():
    for seen in (None, [], ["einops._backends:3 reshape", "?:0 T"]):
        assert there(seen) == seen


@pytest.mark.parametrize("seen", [3, "reshape", ["a", 1], [["a"]], {"a": None}], ids=str)
def test_nothing_else_passes_for_calls(seen):
    with pytest.raises(WireError, match="names of functions that are none"):
        there(seen)


def there(seen):
    """Send a worker's record of calls to the judge."""
    encoder, observation = Encoder(Table(), Limits()), Observation()
    write_observation(encoder, Observation(calls=seen))
    data = b"".join(map(bytes, encoder.out.parts))
    read_observation(Decoder(data, Table(), Limits()), observation)
    return observation.calls
