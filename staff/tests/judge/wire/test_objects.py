"""Models, optimizers and gradient scalers cross the wire, and so do changes to them."""

import pytest
import torch
from support.crossing import Crossing, same
from torch import nn


@pytest.mark.parametrize("kind", [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW])
def test_a_training_step_is_the_same_on_either_side(kind):
    def make():
        torch.manual_seed(1)
        model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
        return model, kind(model.parameters(), lr=0.1)

    def step(model, optimizer, x):
        model.eval().train()
        model(x).square().mean().backward()
        optimizer.step()
        optimizer.param_groups[0]["lr"] *= 0.5

    x = torch.randn(5, 3)
    (model, optimizer), (expected, expected_optimizer) = make(), make()
    first = next(model.parameters())
    for _ in range(3):
        step(expected, expected_optimizer, x)
        crossing = Crossing(model, optimizer, x, list(model.parameters()))
        there_model, there_optimizer, there_x, there_parameters = crossing.arguments
        assert there_parameters[0] is next(there_model.parameters())
        assert there_optimizer.param_groups[0]["params"][0] is there_parameters[0]
        step(there_model, there_optimizer, there_x)
        crossing.back()
    assert next(model.parameters()) is first
    assert same(dict(model.state_dict()), dict(expected.state_dict()))
    for mine, other in zip(model.parameters(), expected.parameters(), strict=True):
        assert same(mine.grad, other.grad)
        assert same(dict(optimizer.state[mine]), dict(expected_optimizer.state[other]))
    assert optimizer.param_groups[0]["lr"] == expected_optimizer.param_groups[0]["lr"]


def test_models_say_what_became_of_them():
    model = nn.Sequential(nn.Linear(2, 2), nn.Dropout(), nn.BatchNorm1d(2))
    crossing = Crossing(model)
    other = crossing.arguments[0]
    other.eval()
    other[0].weight = nn.Parameter(torch.zeros(2, 2))
    other[0].bias.requires_grad_(False)
    other[2].running_mean = torch.full((2,), 7.0)
    crossing.back()
    assert not model[1].training
    assert model[0].weight.tolist() == [[0, 0], [0, 0]] and not model[0].bias.requires_grad
    assert model[2].running_mean.tolist() == [7, 7]


def test_a_model_crosses_with_all_that_it_has():
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    model.register_forward_hook(_twice)
    model[0].register_buffer("scratch", torch.ones(2), persistent=False)
    model[0].tied, model[1].label, model[1].training = model[0].weight, "mine", False
    other = Crossing(model).arguments[0]
    x = torch.tensor([[1.0, 2.0]])
    assert same(other(x), model(x))
    assert list(other.state_dict()) == list(model.state_dict())  # "scratch" is not among them
    assert other[0].tied is other[0].weight and other[1].label == "mine"
    assert not other[1].training
    assert [set(vars(a)) for a in other.modules()] == [set(vars(a)) for a in model.modules()]
    other[0].register_forward_hook(_twice)
    assert not other[1]._forward_hooks and not Crossing(model).arguments[0][0]._forward_hooks


def _twice(module, arguments, result):
    return 2 * result


@pytest.mark.parametrize("change", ["nothing", "in place", "another", "removed", "renamed"])
def test_an_optimizers_state_is_written_back(change):
    weights = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD(weights, lr=1.0)
    for weight in weights:
        optimizer.state[weight] = {"sum": torch.zeros(2), "t": 10**6}
    crossing = Crossing(optimizer, weights)
    other, (there_weight, _) = crossing.arguments
    state = other.state[there_weight]
    match change:
        case "in place":
            state["sum"] += 1
        case "another":
            state["t"] += 1
        case "removed":
            del other.state[there_weight]
        case "renamed":
            state["steps"] = state.pop("t")
    crossing.back()
    assert len(optimizer.state) == (1 if change == "removed" else 2)
    assert same(optimizer.state[weights[1]], {"sum": torch.zeros(2), "t": 10**6})
    expected = {
        "nothing": {"sum": torch.zeros(2), "t": 10**6},
        "in place": {"sum": torch.ones(2), "t": 10**6},
        "another": {"sum": torch.zeros(2), "t": 10**6 + 1},
        "removed": {},
        "renamed": {"sum": torch.zeros(2), "steps": 10**6},
    }
    assert same(dict(optimizer.state[weights[0]]), expected[change])


def test_a_model_changes_its_dtype_and_its_gradients_with_it():
    model = nn.Linear(2, 2).double()
    model(torch.ones(1, 2).double()).sum().backward()
    crossing = Crossing(model)
    crossing.arguments[0].float()
    crossing.back()
    assert {x.dtype for p in model.parameters() for x in (p, p.grad)} == {torch.float32}


def test_gradient_scalers_cross():
    scaler = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=1)
    crossing = Crossing(scaler)
    other = crossing.arguments[0]
    weight = nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    other.scale(weight.sum()).backward()
    other.step(optimizer)
    other.update()
    crossing.back()
    assert scaler.get_scale() == 16.0
