"""The number of a model's parameters: handout §7.3."""

import pytest
import torch
from torch import nn

from tests.harness.checks.values import assert_integer
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe
from tests.harness.runtime.models import Tagger

pytestmark = pytest.mark.problem("num_parameters")


def _assert_num_parameters(adapters, model, expected, what):
    before = _marks(model)
    leaves = [module for module in model.modules() if not list(module.children())]
    counts = {
        "buffers are no parameters": expected + sum(b.numel() for b in model.buffers()),
        "a frozen parameter counts too": sum(
            p.numel() for p in model.parameters() if p.requires_grad
        ),
        "a frozen parameter may hold integers, as quantized weights do": sum(
            p.numel() for p in model.parameters() if p.is_floating_point()
        ),
        "a parameter that modules share counts once": sum(
            p.numel() for _, p in model.named_parameters(remove_duplicate=False)
        ),
        "this is the number of tensors; count their elements": len(list(model.parameters())),
        "modules that hold other modules can have parameters of their own": sum(
            p.numel() for p in {p for m in leaves for p in m.parameters()}
        ),
        "a parameter may have any name, not weight and bias alone": sum(
            p.numel()
            for name, p in model.named_parameters()
            if name.split(".")[-1] in ("weight", "bias")
        ),
        "the model's own parameters count too, not those of its children alone": sum(
            p.numel() for p in {p for module in model.children() for p in module.parameters()}
        ),
        "this counts a parameter again for every module around it": sum(
            p.numel() for module in model.modules() for p in module.parameters()
        ),
        "this leaves out what is in nested modules": sum(
            p.numel() for p in model.parameters(recurse=False)
        ),
        "a 0-d parameter is a number too": sum(p.numel() for p in model.parameters() if p.ndim),
        "biases and other vectors count too": sum(
            p.numel() for p in model.parameters() if p.ndim > 1
        ),
        "this goes one level down; modules in modules hold modules": sum(
            p.numel()
            for p in {p for m in (model, *model.children()) for p in m.parameters(recurse=False)}
        ),
        "this counts one of all parameters of a shape; each of them counts": sum(
            {p.shape: p.numel() for p in model.parameters()}.values()
        ),
        "this is bytes; count parameters": 4 * expected,
    }
    if any(p.is_meta for p in model.parameters()):
        sizes = [p.numel() for p in model.parameters()]
        counts = {
            f"the addresses of meta tensors are all 0, and the {which} alone counts here": size
            for which, size in (("first", sizes[0]), ("last", sizes[-1]))
        }
    actual = adapters.run_num_parameters(model)
    if _marks(model) != before:
        fail(f"{what}: the model was changed; its parameters are only to be counted")
    assert_integer(actual, expected, misconceptions=counts, what=what)


def _marks(model):
    """Return what counting might change: modes, dtypes, devices, requires_grad."""
    modes = [module.training for module in model.modules()]
    params = list(model.parameters())
    return modes, [(p.dtype, p.device, p.requires_grad, p.grad is None) for p in params]


def test_num_parameters_of_a_model_that_grows(adapters, rng):
    i, h, o = rng.shape(3, 2, 20)
    layers = nn.Sequential(nn.Linear(i, h), nn.Linear(h, o))
    grown, new = adapters.run_num_parameters_of_grown(layers)
    if grown != new:
        fail(
            "a model that was counted, and then got another layer, should count as much as a new "
            f"one with these layers: {describe(new)}, not {describe(grown)}",
            "keep nothing of one call for the next",
        )


def test_num_parameters_counts_elements(adapters, rng):
    i, h, o = rng.shape(3, 2, 20)
    inner = nn.Sequential(nn.ReLU(), nn.LayerNorm(h), nn.Linear(h, 1))
    deep = nn.Sequential(nn.Linear(i, h), nn.Sequential(nn.Sequential(inner)), nn.Conv2d(i, o, 3))
    part = nn.ParameterList([nn.Parameter(rng.normal(i + 1, h)[1:]), nn.Parameter(rng.normal(o))])
    flat = nn.ParameterList(map(nn.Parameter, rng.normal(2 * i + 1).split([i, i + 1])))
    shapes = ((), (0, 3), (h,), (2, h))
    scalars = nn.ParameterList([nn.Parameter(torch.ones(shape)) for shape in shapes])
    attention = nn.Sequential(nn.MultiheadAttention(2 * h, 2))
    for what, model, expected in (
        ("a linear layer", nn.Linear(i, o), i * o + o),
        ("nested modules", deep, i * h + h + 2 * h + h + 1 + 9 * i * o + o),
        ("a parameter that is part of a larger tensor", part, i * h + o),
        ("two parameters side by side in one storage", flat, 2 * i + 1),
        ("a 0-d and an empty parameter beside others", scalars, 1 + 3 * h),
        ("attention", attention, 4 * (2 * h) ** 2 + 4 * (2 * h)),
        ("a module without parameters", nn.ReLU(), 0),
        ("an empty model", nn.Sequential(), 0),
        ("a float64 model", nn.Linear(i, o).double(), i * o + o),
        ("a model on the meta device", nn.Linear(i, o, device="meta"), i * o + o),
        ("one of more than 2⁵³", nn.Linear(2**27, 2**27 + 1, device="meta"), (2**27 + 1) ** 2),
    ):
        _assert_num_parameters(adapters, model, expected, what)


def test_num_parameters_counts_shared_ones_once(adapters, rng):
    v, d = rng.shape(2, 2, 20)
    tied = nn.Sequential(nn.Embedding(v, d), nn.Linear(d, v))
    tied[1].weight = tied[0].weight
    layer = nn.Linear(d, d)
    twins = nn.Sequential(nn.Linear(d, d), nn.Linear(d, d))
    twins(torch.ones(1, d)).sum().backward()
    with torch.no_grad():
        for own, copied in zip(twins[0].parameters(), twins[1].parameters(), strict=True):
            copied.copy_(own)
    for what, model, expected in (
        ("a head tied to its embedding", tied, v * d + v),
        ("a layer used twice", nn.Sequential(layer, nn.ReLU(), nn.Sequential(layer)), d * d + d),
        ("two layers of equal numbers", twins, 2 * (d * d + d)),
    ):
        _assert_num_parameters(adapters, model, expected, what)


def test_num_parameters_counts_frozen_ones_but_no_buffers(adapters, rng):
    i, h = rng.shape(2, 4, 20)  # a frozen layer has more than 4 parameters, its tensors are 4
    frozen = nn.Sequential(nn.Linear(i, h).requires_grad_(False), nn.Linear(h, 1))
    codes = torch.randint(-128, 128, (i, h), dtype=torch.int8, generator=rng.torch)
    scaled = [nn.Parameter(codes, requires_grad=False), nn.Parameter(rng.normal(h))]
    for what, model, expected in (
        ("a frozen layer", frozen, i * h + h + h + 1),
        ("a frozen int8 parameter beside a float32 one", nn.ParameterList(scaled), i * h + h),
        ("a batch norm with its running statistics", nn.BatchNorm1d(h), 2 * h),
        ("a batch norm without parameters", nn.BatchNorm1d(h, affine=False), 0),
        ("a little of everything", Tagger(rng.torch, i, h), i * h + 2 * h + h * h + h + 1 + h + 2),
    ):
        _assert_num_parameters(adapters, model, expected, what)
