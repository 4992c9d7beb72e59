"""Loading files that do not fit, are damaged, hide code, or come from a GPU. Handout §10.1."""

import io
import operator
import os
from collections import OrderedDict
from itertools import islice

import pytest
import torch
from torch import nn

from tests.harness.checks.checkpoint_files import (
    calling_mkdir,
    load_safely,
    on_device,
    rewrite_pickle,
)
from tests.harness.checks.errors import assert_raises
from tests.harness.expected.checkpoint import (
    assert_same_state,
    assert_unchanged,
    draw_batches,
    gradients,
    make_run,
    snapshot,
    take_steps,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.models import randomize

pytestmark = pytest.mark.problem("save_checkpoint")

UNFIT = (ValueError, TypeError, RuntimeError, KeyError)
PARTS = ("weight", "bias")
NAMES = ("old", "older", "newly", "latest")
BOTH = "look at the whole file before you change anything: model and optimizer, or neither"


def _assert_refused(adapters, path, run, *, when, kinds=(Exception,), mentions=(), may_load=False):
    """Assert that loading raises, or may do so, and then leaves model and optimizer as before."""
    before, grads, held = snapshot(*run), gradients(run[0]), _held(run[1])
    seen = adapters.observed().run_load_checkpoint(path, *run)
    if may_load and seen.error is None:
        return
    if isinstance(seen.error, SystemExit):
        fail(f"when {when}, load_checkpoint ended the process", "raise an error instead")
    assert_raises(lambda: seen.value, kinds=kinds, mentions=mentions, every=True, when=when)
    if any(map(operator.is_not, _held(run[1]), held)):
        fail(
            f"when {when}, loading failed, yet the optimizer's param groups hold other parameters "
            "than the model's",
            "a deep copy of param_groups has copies of the parameters; copy optimizer.state_dict() "
            "instead, or look at the whole file first",
        )
    try:
        assert_same_state(snapshot(*run), before, when=f"when {when}, loading failed, yet")
    except AssertionError as error:
        fail(str(error).splitlines()[0], BOTH)
    assert_unchanged(*run, before, grads, when=f"when {when}, loading failed, yet")


def _held(optimizer):
    return [param for group in optimizer.param_groups for param in group["params"]]


def _stack(rng, sizes, counts=None):
    """Return layers with these names, and an optimizer that has stepped.

    A layer is given by the sizes of an nn.Linear, or itself. `counts` are the numbers of
    parameters in the optimizer's param groups; all in one where not given. What is left over is in
    no group.
    """
    layers = ((n, s if isinstance(s, nn.Module) else nn.Linear(*s)) for n, s in sizes.items())
    model = nn.Sequential(OrderedDict(layers))
    randomize(model, rng.torch)
    params = list(model.parameters())
    left = iter(params)
    groups = [{"params": list(islice(left, n))} for n in counts or [len(params)]]
    optimizer = torch.optim.AdamW(groups, lr=rng.uniform(0.01, 0.1))
    for param in params:
        param.grad = rng.normal(*param.shape)
    optimizer.step()
    return model, optimizer


def test_checkpoint_with_wrong_keys_is_refused(adapters, rng, tmp_path):
    path, square = tmp_path / "run.pt", (4, 4)
    saved = _stack(rng, {"body": square, "old": square, "older": square})
    adapters.run_save_checkpoint(*saved, 5, path)
    wanted = ["older.weight", "older.bias"]
    other = _stack(rng, {"body": square, "newly": square, "latest": square})
    changed = [f"{name}.{part}" for name in NAMES for part in PARTS]
    many = [f"{name}{i}.{part}" for name in ("old", "new") for i in range(15) for part in PARTS]
    for run, when, mentions in (
        (other, "the names of two layers differ", changed),
        (_stack(rng, {"body": square, "old": square}), "the file has a layer more", wanted),
        (
            _stack(rng, {"body": square, "old": square, "older": square, "extra": square}),
            "the file lacks a layer",
            ["extra.weight", "extra.bias"],
        ),
    ):
        _assert_refused(adapters, path, run, when=when, kinds=UNFIT, mentions=mentions)
    old, new = (_stack(rng, {f"{name}{i}": (1, 1) for i in range(15)}) for name in ("old", "new"))
    within = nn.Sequential(OrderedDict(body=nn.Linear(4, 4)))
    wrapped = [f"{name}.{part}" for name in ("module.body", "body") for part in PARTS]
    for saved, run, when, mentions in (
        (old, new, "the names of 15 layers differ", many),
        (
            _stack(rng, {"module": within}),
            _stack(rng, {"body": square}),
            "the file has module.body.weight, the model body.weight",
            wrapped,
        ),
    ):
        adapters.run_save_checkpoint(*saved, 5, path)
        _assert_refused(adapters, path, run, when=when, kinds=UNFIT, mentions=mentions)


def test_checkpoint_with_another_shape_is_refused(adapters, rng, tmp_path):
    path = tmp_path / "run.pt"
    for saved, others in (
        *(((4, 1), [(4, 3), (4, 2)]), ((4, 3), [(4, 1)])),  # some would broadcast
        *(((6, 2), [(3, 2), (4, 3)]), ((2, 6), [(6, 2)])),  # equal rows or elements
    ):
        adapters.run_save_checkpoint(*_stack(rng, {"body": (4, 4), "head": saved}), 5, path)
        for wanted in others:
            run = _stack(rng, {"body": (4, 4), "head": wanted})
            when = f"head.weight has shape {saved[::-1]} in the file, {wanted[::-1]} in the model"
            odd = {"head.weight"} if saved[1] == wanted[1] else {"head.weight", "head.bias"}
            _assert_refused(adapters, path, run, when=when, kinds=UNFIT, mentions=[odd])
    heads = nn.Linear(2, 6, bias=False), nn.Linear(6, 2, bias=False)
    run, other = (_stack(rng, {"body": (4, 4), "head": head}) for head in heads)
    adapters.run_save_checkpoint(*run, 5, path)
    when = "head.weight, which alone does not fit, has the model's shape transposed in the file"
    _assert_refused(adapters, path, other, when=when, kinds=UNFIT, mentions=["head.weight"])


def test_checkpoint_with_other_buffers_is_refused(adapters, rng, tmp_path):
    path = tmp_path / "run.pt"
    wide, narrow, none = (
        lambda width=width, track=track: nn.BatchNorm1d(
            width, affine=False, track_running_stats=track
        )
        for width, track in ((5, True), (4, True), (4, False))
    )
    statistics = ["norm.running_mean", "norm.running_var"]
    for saved, wanted, mentions in (
        (wide, narrow, [{*statistics}]),
        (none, narrow, statistics),  # torch itself may supply num_batches_tracked
        (narrow, none, [*statistics, "norm.num_batches_tracked"]),
    ):
        norms = saved(), wanted()
        run, other = (_stack(rng, {"body": (4, 4), "norm": norm}) for norm in norms)
        adapters.run_save_checkpoint(*run, 5, path)
        when = f"the file is of {norms[0]}, and the model has {norms[1]}"
        _assert_refused(adapters, path, other, when=when, kinds=UNFIT, mentions=mentions)


def test_checkpoint_of_another_optimizer_is_refused(adapters, rng, tmp_path):
    path, sizes = tmp_path / "run.pt", {"body": (4, 4), "head": (4, 2)}
    for saved, others in (([2, 2], ([4], [2, 1, 1], [3, 1], [1, 3], [2])), ([2], ([2, 2],))):
        adapters.run_save_checkpoint(*_stack(rng, sizes, saved), 5, path)
        for counts in others:
            when = f"the param groups in the file have {saved} parameters, the optimizer's {counts}"
            _assert_refused(adapters, path, _stack(rng, sizes, counts), when=when, kinds=UNFIT)


def test_checkpoint_that_is_damaged_is_refused(adapters, rng, tmp_path):
    path, run = tmp_path / "run.pt", make_run(rng)
    adapters.run_save_checkpoint(*run, 5, path)
    content, saved = path.read_bytes(), load_safely(path)
    take_steps(*run, draw_batches(rng, 1))
    entries = saved if isinstance(saved, dict) else {}
    states = [key for key in entries if isinstance(entries[key], dict)]
    for key in states[:3]:  # a loader may do without one that is neither model nor optimizer
        torch.save({k: saved[k] for k in saved if k != key}, path)
        when = f"{key!r} is missing in the file"
        _assert_refused(adapters, path, run, when=when, may_load=True)
    for when, damaged in (
        ("the file is cut in half", content[: len(content) // 2]),
        ("the file's last bytes are missing", content[: -rng.integer(30, 60)]),
        ("the file is empty", b""),
        ("the file holds random bytes", rng.numpy.bytes(500)),
    ):
        path.write_bytes(damaged)
        _assert_refused(adapters, path, run, when=when)
    for when, other in (
        ("the file holds no checkpoint", {"weights": torch.ones(2)}),
        ("the file holds a list", [torch.ones(2)]),
    ):
        torch.save(other, file := io.BytesIO())
        path.write_bytes(file.getvalue())
        _assert_refused(adapters, path, run, when=when)
    path.unlink()
    _assert_refused(adapters, path, run, when="there is no such file")


def test_checkpoint_that_hides_code_is_refused(adapters, rng, tmp_path):
    path, changed, made = tmp_path / "run.pt", tmp_path / "changed.pt", tmp_path / "made"
    adapters.run_save_checkpoint(*make_run(rng), 5, path)
    rewrite_pickle(path, changed, lambda pickle: calling_mkdir(pickle, made))
    changed.replace(path)  # only its contents differ from the other file
    seen = adapters.observed().run_load_checkpoint(path, *(run := make_run(rng)))
    if made.exists():
        fail("loading ran code that was hidden in the file", "load weights only")
    if seen.error is None:
        fail("the file hides a call of os.mkdir, but load_checkpoint took it for good")
    _assert_refused(adapters, path, run, when="the file hides code")


def test_checkpoint_lands_on_the_parameters_device(adapters, rng, tmp_path):
    path, moved = tmp_path / "run.pt", tmp_path / "moved.pt"
    run, plain, other = make_run(rng), make_run(rng), make_run(rng)
    take_steps(*run, draw_batches(rng, 1))
    saved = snapshot(*run)
    adapters.run_save_checkpoint(*run, 5, path)
    adapters.run_load_checkpoint(path, *plain)  # fails here if it is not about CUDA
    assert_same_state(snapshot(*plain), saved, when="after loading")
    rewrite_pickle(path, moved, lambda pickle: on_device(pickle, "cuda:0"))
    hint = "say on loading where the tensors go; they come from a machine with a GPU"
    if error := adapters.observed().run_load_checkpoint(moved, *other).error:
        fail(f"a file saved on cuda:0 does not load on this machine: {error}", hint)
    try:
        assert_same_state(snapshot(*other), saved, when="after loading from cuda:0")
    except AssertionError as failure:
        fail(str(failure).splitlines()[0], hint)


def test_checkpoint_is_read_from_the_file_each_time(adapters, rng, tmp_path):
    path, run = tmp_path / "run.pt", make_run(rng)
    adapters.run_save_checkpoint(*run, 5, path)
    os.truncate(path, 10)
    _assert_refused(adapters, path, run, when="the file was cut after it was saved")
