"""A run of `train` that stops and resumes equals an uninterrupted run: handout §12.4."""

import io
import os
import shutil

import pytest
import torch

from tests.harness.checks.checkpoint_files import load_safely, read_regular
from tests.harness.checks.errors import error_of
from tests.harness.expected.checkpoint import PATH_LIKE
from tests.harness.expected.training import (
    OPTIMIZERS,
    PRECISIONS,
    assert_num_losses,
    assert_same_run,
    check_form,
    make_config,
    train,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import PathOnly

pytestmark = pytest.mark.problem("train")

FILE_ALONE = "the file alone says where to go on, whatever was done since it was saved"


def test_resumed_is_bit_identical(adapters, rng, tmp_path):
    for optimizer, precision in zip(OPTIMIZERS, PRECISIONS * 2, strict=True):
        config = make_config(rng, optimizer=optimizer, precision=precision, seed=rng.seed())
        whole = train(adapters, config)
        file, early = tmp_path / f"{optimizer}_{precision}.pt", tmp_path / "early.pt"
        losses: list[float] = []
        early.unlink(missing_ok=True)
        for stop in (rng.integer(1, 2), rng.integer(3, 5), None):
            call = f"with stop_after {stop}, after {len(losses)} steps"
            part, state = train(adapters, config, file, stop)
            expected = (stop or config["steps"]) - len(losses)
            assert_num_losses(part, expected, call)
            losses += part
            _assert_saved(file, call)
            if len(losses) == len(part):
                shutil.copyfile(file, early)
        assert_same_run((losses, state), whole, "stopped twice and resumed, against never stopped")
        _assert_goes_on(adapters, config, early, whole)
    again = train(adapters, config, file)
    assert_same_run(again, ([], whole[1]), "a run that had come to its end, started again")
    load_safely(file)


def _assert_goes_on(adapters, config, early, whole):
    """Assert that a run resumes from a copy of an early checkpoint, then remove the copy."""
    what = "resumed from a copy of the checkpoint of the first stop"
    seen = adapters.observed().run_train(config, early)
    if seen.error:
        text = f"{what}: {describe_error(seen.error)}"
        fail(text, FILE_ALONE)
    losses, state = check_form(seen.value, config)
    if losses != whole[0][-len(losses) :] or not losses:
        fail(f"{what}: the losses are {losses}; those of the whole run are {whole[0]}", FILE_ALONE)
    assert_same_run(([], state), ([], whole[1]), what)
    early.unlink()


def test_resumed_takes_no_step_twice(adapters, rng, tmp_path):
    config = make_config(rng, num_layers=3, steps=8)
    whole, file = train(adapters, config), tmp_path / "run.pt"
    first = adapters.observed(trace=True).run_train(config, file, 6)
    rest = adapters.observed(trace=True).run_train(config, file)
    parts = [check_form(seen.value, config) for seen in (first, rest)]
    together = parts[0][0] + parts[1][0], parts[1][1]
    assert_same_run(together, whole, "stopped after 6 steps and resumed, against never stopped")
    # A step is 11 matmuls; one more for each earlier batch is allowed, to get past it.
    done = [len(seen.trace.matmuls) for seen in (first, rest)]
    if done[1] > done[0] / 2:
        fail(
            f"a run's first 6 steps took {done[0]} matmuls, its last 2, resumed, {done[1]}",
            "go on from the weights in the checkpoint, instead of taking the earlier steps again",
        )


def test_a_checkpoint_in_the_working_folder(adapters, rng, tmp_path):
    config, losses = make_config(rng), []
    there = adapters.observed(working_folder=str(tmp_path))
    whole = check_form(there.run_train(config).value, config)
    if made := os.listdir(tmp_path):
        fail(f"without a checkpoint, the working folder has {made[0]} after the run")
    for stop in (2, None):
        adapters.run_train(config, tmp_path / "full.pt", stop)  # else the folder is not the cause
    what = 'with "run.pt", the name of a file in the working folder, as checkpoint'
    for stop in (2, None):
        if error := error_of(seen := there.run_train(config, "run.pt", stop)):
            hint = 'the folder of "run.pt" is the working folder; os.path.dirname gives ""'
            fail(f"{what}: {describe_error(error)}", hint)
        part, state = check_form(seen.value, config)
        losses += part
        _assert_saved(tmp_path / "run.pt", what)
    assert_same_run((losses, state), whole, what)


def test_stopped_at_the_ends(adapters, rng, tmp_path):
    config = make_config(rng, seed=rng.seed())
    whole = train(adapters, config)
    file = str(tmp_path / "run.pt")
    start = train(adapters, config | {"steps": 0})
    stopped = train(adapters, config, file, 0)
    if stopped[0]:
        hint = "only None runs to the end; 0 is a number of steps, though it is as false as None"
        fail(f"stop_after 0: the losses are {stopped[0]}, expected []", hint)
    _assert_saved(file, "stop_after 0")
    assert_same_run(stopped, start, "stop_after 0")
    what = f"resumed from stop_after 0 with stop_after 99, of {config['steps']} steps"
    assert_same_run(train(adapters, config, file, 99), whole, what)
    what = "a finished run, started again"
    for again in ((), (config["steps"],), (2,), ()):
        losses, state = train(adapters, config, file, *again)
        what += f" with stop_after {again[0]}" if again else ""
        if losses:
            fail(
                f"{what}: the losses are {losses}, expected []",
                "the file says how far the run has come, which a smaller stop_after takes nothing "
                "away from"
                if "stop_after 2" in what
                else "",
            )
        assert_same_run((losses, state), ([], whole[1]), what)
        what += ", and again" if again else ""
    nothing = str(tmp_path / "nothing")
    there = adapters.observed(working_folder=str(tmp_path))
    check_form(there.run_train(config | {"steps": 0}, PathOnly(nothing)).value, config)
    what = "a run of 0 steps, with an object as its checkpoint that has __fspath__ alone"
    _assert_saved(nothing, what, PATH_LIKE)


def test_a_damaged_checkpoint_is_an_error(adapters, rng, tmp_path):
    config, file = make_config(rng), tmp_path / "run.pt"
    train(adapters, config, file, 3)
    content, foreign = read_regular(file), io.BytesIO()
    torch.save({"something": torch.ones(2)}, foreign)
    for what, damaged in (
        ("cut in half", content[: len(content) // 2]),
        ("cut at its end", content[: -rng.integer(30, 60)]),
        ("emptied", b""),
        ("overwritten with text", b"nothing that torch.load reads\n"),
        ("replaced by a file of torch.save that holds one tensor in a dict", foreign.getvalue()),
    ):
        file.write_bytes(damaged)
        seen = adapters.observed().run_train(config, file)
        if seen.error is None:
            fail(
                f"the checkpoint was {what}, and the run went on as if there were none",
                "a checkpoint that cannot be read is an error: hours of work may be in it",
            )
        if not file.is_file() or file.read_bytes() != damaged:
            fail(f"the checkpoint was {what}, train raised, and the file has changed")


def _assert_saved(file, call, *hints):
    if not os.path.isfile(file):
        name = os.path.basename(file)
        fail(
            f"{call}: no checkpoint was saved as {name}",
            "the run is saved when it stops, wherever that is, under the very name given",
            *hints,
        )
