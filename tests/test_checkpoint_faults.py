"""Saves that fail midway leave the earlier checkpoint intact. Handout §10.1."""

import io
import os

import pytest

from tests.harness.checks.checkpoint_files import load_safely, read_regular
from tests.harness.checks.errors import error_of
from tests.harness.expected.checkpoint import (
    ATOMIC,
    assert_same_state,
    assert_unchanged,
    draw_batches,
    gradients,
    make_run,
    snapshot,
    take_steps,
)
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import Ending, Interrupting, Unpicklable

pytestmark = pytest.mark.problem("save_checkpoint")

NEVER = 10**6  # the number of a file event that no save reaches
NO_STRAY = "remove the unfinished file, whatever was raised"


def _saved_run(adapters, rng, path):
    """Return a run trained further after it was saved to `path`, and both snapshots."""
    run = make_run(rng)
    take_steps(*run, draw_batches(rng, 1))
    adapters.run_save_checkpoint(*run, 1, path)
    content = read_regular(path)
    take_steps(*run, draw_batches(rng, 1))
    return run, snapshot(*run), content


def _assert_failed(seen, path, content, what, *, keeps_path=False):
    """Assert that a save raised and left the earlier checkpoint, or none, and no other file."""
    if error_of(seen) is None:
        fail(f"{what}, but save_checkpoint returned as if all were well")
    if content is not None and (not path.is_file() or path.read_bytes() != content):
        fail(f"{what}, and the earlier checkpoint is lost", ATOMIC)
    stray = sorted({file.name for file in path.parent.iterdir()} - {path.name})
    if content is None and path.exists() and not keeps_path:
        stray.append(path.name)
    if stray:
        fail(f"{what}, and left {', '.join(stray)} behind", NO_STRAY)


@pytest.mark.posix
def test_checkpoint_survives_a_full_disk(adapters, rng, tmp_path):
    path = tmp_path / "run.pt"
    run, state, content = _saved_run(adapters, rng, path)
    grads = gradients(run[0])
    for limit in (0, rng.integer(1, len(content) // 2), len(content) * 3 // 4):
        seen = adapters.observed(file_size_limit=limit).run_save_checkpoint(*run, 2, path)
        what = f"the disk was full after {limit} bytes of the checkpoint"
        _assert_failed(seen, path, content, what)
        assert_unchanged(*run, state, grads, when=what)
    # The next file of the same run is as large as this one, to the byte; one of another state need
    # not be. Under another file name it may be a little smaller, and then it is right to succeed.
    adapters.run_save_checkpoint(*run, 1, path)
    content = read_regular(path)
    limit = len(content) - 1
    seen = adapters.observed(file_size_limit=limit).run_save_checkpoint(*run, 2, path)
    if seen.error is not None or path.read_bytes() == content:
        _assert_failed(seen, path, content, "the disk was full at the last byte")
    else:
        what = "the disk was full at the last byte"
        try:
            load_safely(path)
        except Mismatch:
            hint = "a write may take less than it is given, and says how much"
            fail(f"{what}, save_checkpoint returned as if all were well, and part is missing", hint)
        _assert_holds(adapters, rng, path, state, 2, when=what)
    path.unlink()
    seen = adapters.observed(file_size_limit=len(content) // 2).run_save_checkpoint(*run, 2, path)
    _assert_failed(seen, path, None, "the disk was full during the first save")


@pytest.mark.parametrize("obstacle", [Unpicklable, Interrupting, Ending])
def test_checkpoint_survives_an_error_while_pickling(adapters, rng, tmp_path, obstacle):
    path = tmp_path / "run.pt"
    run, state, content = _saved_run(adapters, rng, path)
    grads = gradients(run[0])
    run[1].param_groups[1]["note"] = obstacle()
    what = f"a param group holds what raises {obstacle.error.__name__} when it is pickled"
    seen = adapters.observed().run_save_checkpoint(*run, 2, path)
    _assert_failed(seen, path, content, what)
    path.unlink()
    seen = adapters.observed().run_save_checkpoint(*run, 2, str(path))
    _assert_failed(seen, path, None, what)
    file = io.BytesIO()
    if error_of(adapters.observed().run_save_checkpoint(*run, 2, file)) is None:
        fail(f"{what}, but save_checkpoint returned from saving to a file object")
    if file.closed:
        fail("save_checkpoint closed the caller's file object", "whoever opened a file closes it")
    del run[1].param_groups[1]["note"]
    assert_unchanged(*run, state, grads, when=what)


def test_checkpoint_survives_under_any_name(adapters, rng, tmp_path):
    run, _, content = _saved_run(adapters, rng, tmp_path / "latest.pt")
    run[1].param_groups[0]["note"] = Unpicklable()
    for suffix in (".pt", ".tmp", ".temp", ".new", ".part", ".partial", ".bak"):
        path = tmp_path / f"latest{suffix}"
        path.write_bytes(content)
        what = f"a save to {path.name} failed"
        seen = adapters.observed().run_save_checkpoint(*run, 2, path)
        lost = not path.is_file() or path.read_bytes() != content
        if seen.error is not None and lost and suffix != ".pt":
            hint = "the temporary file needs another name than out has, whatever out's suffix is"
            fail(f"{what}, and the earlier checkpoint is lost", hint)
        _assert_failed(seen, path, content, what)
        path.unlink()


def test_checkpoint_refuses_a_folder_as_destination(adapters, rng, tmp_path):
    run, folder = make_run(rng), tmp_path / "folder"
    folder.mkdir()
    for inside in ([], ["kept.txt"]):
        for name in inside:
            (folder / name).write_text("kept")
        seen = adapters.observed().run_save_checkpoint(*run, 2, folder)
        _assert_failed(seen, folder, None, "out is a folder", keeps_path=True)
        if not folder.is_dir() or os.listdir(folder) != inside:
            fail("out is a folder, and the failing save changed what is in it")


def test_checkpoint_in_a_missing_folder(adapters, rng, tmp_path):
    # Either an error, or the folder is created and the checkpoint is there.
    run, path = make_run(rng), tmp_path / "no" / "run.pt"
    if error_of(adapters.observed().run_save_checkpoint(*run, 2, path)) is None:
        if not path.is_file():
            fail("the folder of out does not exist, and save_checkpoint returned without a file")
        _assert_holds(adapters, rng, path, snapshot(*run), 2, when="in a folder that was not there")
        if stray := set(os.listdir(path.parent)) - {path.name}:
            fail(
                f"the folder of out did not exist, and the save left {stray.pop()} there", NO_STRAY
            )
    elif stray := os.listdir(tmp_path):
        fail(f"the folder of out does not exist, and the failing save left {stray[0]}", NO_STRAY)


def test_checkpoint_never_writes_into_the_earlier_one(adapters, rng, tmp_path):
    # A hard link to the earlier file shows whether it is ever written to. A move from another
    # device is a copy into the earlier file.
    path, link = tmp_path / "run.pt", tmp_path / "link.pt"
    run, state, content = _saved_run(adapters, rng, path)
    for where, out, conditions in (
        ("", path, {}),
        (
            "with temporary files and the working folder on another device, ",
            path,
            {"other_tmp_device": True},
        ),
        (
            "with temporary files on another device and the name of a file in the working folder, ",
            path.name,
            {"other_tmp_device": True, "working_folder": str(tmp_path)},
        ),
    ):
        os.link(path, link)
        save = adapters.observed(**conditions).run_save_checkpoint
        if error := save(*run, 2, out).error:
            fail(f"{where}the save failed: {describe_error(error)}", ATOMIC)
        if link.read_bytes() != content:
            fail(f"{where}the save wrote into the earlier checkpoint's file", ATOMIC)
        if stray := set(os.listdir(tmp_path)) - {path.name, link.name}:
            fail(f"{where}the save left {', '.join(stray)} behind", "leave no other file behind")
        _assert_holds(adapters, rng, path, state, 2, when=f"{where}after saving again")
        link.unlink()
        path.write_bytes(content)


def _assert_holds(adapters, rng, path, state, iteration, *, when):
    load_safely(path)
    other = make_run(rng)
    if adapters.run_load_checkpoint(path, *other) != iteration:
        fail(f"{when}, the file does not hold the new checkpoint")
    assert_same_state(snapshot(*other), state, when=when)


@pytest.mark.posix
def test_checkpoint_survives_a_kill(adapters, rng, tmp_path):
    path = tmp_path / "run.pt"
    run, state, content = _saved_run(adapters, rng, path)
    halfway = {"file_size_limit": len(content) // 2}
    for when in (halfway, *({"kill_at": number} for number in (*range(12), NEVER))):
        seen = adapters.observed(in_child=True, **when).run_save_checkpoint(*run, 2, path)
        if seen.error is not None:
            what, hint = f"a save in a forked process failed: {seen.error}", ""
            if when is not halfway:
                what = f"after the process was killed during a save, {what}"
                hint = "nothing that a killed save left behind may be in the way of the next one"
            fail(what, hint)
        if not path.is_file():
            fail("the process was killed during a save, and no checkpoint is left", ATOMIC)
        if read_regular(path) != content or not seen.killed:
            if seen.killed and when is halfway:
                fail(
                    "the process was killed in the middle of a save: no checkpoint is left", ATOMIC
                )
            how = "was killed during a save" if seen.killed else "that saves was forked, and ended"
            _assert_holds(adapters, rng, path, state, 2, when=f"the process {how}")
            path.write_bytes(content)
        if not seen.killed and when is not halfway:
            break
    else:
        fail("the process ended by a kill during a save, and nothing killed it")
    adapters.run_save_checkpoint(*run, 2, path)
    _assert_holds(adapters, rng, path, state, 2, when="saving again after the process was killed")
