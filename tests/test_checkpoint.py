"""Saving and resuming a run: handout §10. See also test_checkpoint_faults.py."""

import io
import os

import numpy as np
import pytest

from tests.harness.checks.checkpoint_files import load_safely, read_regular
from tests.harness.checks.errors import error_of
from tests.harness.checks.values import assert_integer
from tests.harness.expected.checkpoint import (
    ATOMIC,
    OPTIMIZERS,
    PATH_LIKE,
    assert_same_state,
    assert_unchanged,
    draw_batches,
    gradients,
    make_run,
    snapshot,
    take_steps,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import PathOnly

pytestmark = pytest.mark.problem("save_checkpoint")
BARE = 'the folder of "run.pt" is the working folder, though os.path.dirname("run.pt") is ""'


def _assert_returned(returned, iteration, when=""):
    what = f"{when}the iteration that load_checkpoint returned"
    wrong = {"this is one more than the iteration that was saved": iteration + 1}
    wrong = wrong if float(iteration) == iteration else {}  # else a float may be that one, too
    assert_integer(returned, iteration, misconceptions=wrong, what=what)


def _expect(saved, run):
    """Return the snapshot that a run should have after `saved` is loaded into it."""
    own = snapshot(*run)
    return {**saved, "training": own["training"], "requires_grad": own["requires_grad"]}


def test_checkpoint_saves_without_changing_the_run(adapters, rng, tmp_path):
    for kind in OPTIMIZERS:
        model, optimizer = make_run(rng, kind)
        take_steps(model, optimizer, draw_batches(rng, 2))
        mode = kind == "AdamW"
        model.norm.train(mode)
        model.head.train(not mode)
        before = snapshot(model, optimizer)
        grads = gradients(model)
        adapters.run_save_checkpoint(model, optimizer, 3, tmp_path / f"{kind}.pt")
        assert_unchanged(model, optimizer, before, grads, when="after saving")
        read_regular(tmp_path / f"{kind}.pt")


def test_checkpoint_resumes_bit_identically(adapters, rng, tmp_path):
    for kind in OPTIMIZERS:
        run, iteration = make_run(rng, kind), rng.integer(1, 10**6)
        take_steps(*run, draw_batches(rng, 3))
        saved = snapshot(*run)
        adapters.run_save_checkpoint(*run, iteration, tmp_path / f"{kind}.pt")
        later = draw_batches(rng, 2)
        take_steps(*run, later)
        for what, steps in (("a new run", 0), ("a run that has trained differently", 2)):
            other = make_run(rng, kind)
            take_steps(*other, draw_batches(rng, steps))
            expected = _expect(saved, other)
            returned = adapters.run_load_checkpoint(tmp_path / f"{kind}.pt", *other)
            _assert_returned(returned, iteration)
            if other[0].head.weight is not other[0].embedding.weight:
                fail(
                    "loading took apart a parameter that two modules share",
                    "change the parameters that are there; the optimizer knows no others",
                )
            assert_same_state(snapshot(*other), expected, when=f"after loading into {what}")
            take_steps(*other, later)
            when = f"two steps after loading into {what}, against never stopping"
            assert_same_state(snapshot(*other), _expect(snapshot(*run), other), when=when)


def test_checkpoint_loads_without_changing_modes(adapters, rng, tmp_path):
    run = make_run(rng)
    saved = snapshot(*run)
    adapters.run_save_checkpoint(*run, 1, tmp_path / "run.pt")
    for training in (True, False):
        other = make_run(rng)
        other[0].train(training)
        other[0].norm.train(not training)
        other[0].scale.requires_grad_(False)
        other[0].frozen.bias.requires_grad_(True)
        expected = _expect(saved, other)
        adapters.run_load_checkpoint(tmp_path / "run.pt", *other)
        assert_same_state(snapshot(*other), expected, when="after loading")


def test_checkpoint_from_before_the_first_step(adapters, rng, tmp_path):
    for kind in OPTIMIZERS:
        run, other = make_run(rng, kind), make_run(rng, kind)
        take_steps(*other, draw_batches(rng, 2))
        expected = _expect(snapshot(*run), other)
        adapters.run_save_checkpoint(*run, 0, tmp_path / f"{kind}.pt")
        returned = adapters.run_load_checkpoint(tmp_path / f"{kind}.pt", *other)
        _assert_returned(returned, 0)
        when = "after loading a checkpoint from before the first step into a run that has trained"
        assert_same_state(snapshot(*other), expected, when=when)


def test_checkpoint_of_other_iterations(adapters, rng, tmp_path):
    run = make_run(rng)
    for iteration in (2**53 + 1 + 2 * rng.integer(0, 99), np.int64(rng.integer(1, 99))):
        adapters.run_save_checkpoint(*run, iteration, str(tmp_path / "run"))
        load_safely(tmp_path / "run")
        returned = adapters.run_load_checkpoint(str(tmp_path / "run"), *run)
        _assert_returned(returned, int(iteration))


def test_checkpoint_of_a_name_without_a_folder(adapters, rng, tmp_path):
    run, other = make_run(rng), make_run(rng)
    adapters.run_save_checkpoint(*run, 5, tmp_path / "full.pt")  # else the folder is not the cause
    there = adapters.observed(working_folder=str(tmp_path))
    what = "with the name of a file in the working folder as its path, "
    if error := error_of(there.run_save_checkpoint(*run, 5, "run.pt")):
        fail(f"{what}the save failed: {describe_error(error)}", BARE)
    if not (tmp_path / "run.pt").is_file():
        fail(f"{what}the save left no such file there", BARE)
    _assert_returned(there.run_load_checkpoint("run.pt", *other).value, 5, what)
    assert_same_state(snapshot(*other), _expect(snapshot(*run), other), when=f"{what}after loading")


def test_checkpoint_of_any_path_like_object(adapters, rng, tmp_path):
    run, other, path = make_run(rng), make_run(rng), tmp_path / "run.pt"
    adapters.run_save_checkpoint(*run, 5, str(path))
    adapters.run_load_checkpoint(str(path), *make_run(rng))
    os.link(path, tmp_path / "earlier.pt")
    earlier = read_regular(path)
    take_steps(*run, draw_batches(rng, 1))
    adapters.run_save_checkpoint(*run, 6, str(path))
    if read_regular(tmp_path / "earlier.pt") != earlier:  # for any kind of path
        fail("the save wrote into the earlier checkpoint", ATOMIC)
    path.unlink()
    (tmp_path / "earlier.pt").rename(path)
    os.link(path, tmp_path / "earlier.pt")
    what = "with an object as its path that has __fspath__ alone, "
    if error := error_of(adapters.observed().run_save_checkpoint(*run, 6, PathOnly(str(path)))):
        fail(f"{what}the save failed: {describe_error(error)}", PATH_LIKE)
    if read_regular(tmp_path / "earlier.pt") != earlier:
        fail(f"{what}the save wrote into the earlier checkpoint", PATH_LIKE)
    if read_regular(path) == earlier:
        fail(f"{what}the save left the earlier checkpoint in its place", PATH_LIKE)
    seen = adapters.observed().run_load_checkpoint(PathOnly(str(path)), *other)
    if error := error_of(seen):
        fail(f"{what}the load failed: {describe_error(error)}", PATH_LIKE)
    _assert_returned(seen.value, 6, what)
    assert_same_state(snapshot(*other), _expect(snapshot(*run), other), when=f"{what}after loading")


def test_checkpoint_is_what_the_file_holds(adapters, rng, tmp_path):
    run, saved = make_run(rng), []
    paths = [tmp_path / "first.pt", tmp_path / "second.pt"]
    for iteration, path in enumerate(paths):
        take_steps(*run, draw_batches(rng, 1))
        saved.append(snapshot(*run))
        adapters.run_save_checkpoint(*run, iteration, path)
    names = sorted(path.name for path in tmp_path.iterdir())
    if names != ["first.pt", "second.pt"]:
        fail(f"after two saves the folder holds {', '.join(names)}", "leave no other file behind")
    paths[0].rename(tmp_path / "renamed.pt")
    paths[1].rename(paths[0])
    for path, iteration in ((paths[0], 1), (tmp_path / "renamed.pt", 0)):
        load_safely(path)
        other = make_run(rng)
        expected = _expect(saved[iteration], other)
        returned = adapters.run_load_checkpoint(path, *other)
        when = "after the two files changed places"
        _assert_returned(returned, iteration, f"{when}, ")
        assert_same_state(snapshot(*other), expected, when=when)


def _assert_file_object(adapters, rng, file, tmp_path):
    run, header, rest = make_run(rng), *(rng.numpy.bytes(rng.integer(20, 99)) for _ in range(2))
    take_steps(*run, draw_batches(rng, 1))
    saved = snapshot(*run)
    file.write(header + rest)
    file.seek(len(header))
    adapters.run_save_checkpoint(*run, 7, file)
    if file.closed:
        fail("save_checkpoint closed the caller's file object", "whoever opened a file closes it")
    file.flush()
    file.seek(0)
    if file.read(len(header)) != header:
        fail("earlier bytes of the file object were overwritten", "write from where it stands")
    written = file.read()
    if written[: len(rest)] == rest:
        fail(
            "nothing was written at the position of the file object",
            "write into the object that is given, from where it stands",
        )
    (tmp_path / "copy.pt").write_bytes(written)
    load_safely(tmp_path / "copy.pt")
    other = make_run(rng)
    adapters.run_load_checkpoint(tmp_path / "copy.pt", *other)  # fails here if any load fails
    expected = _expect(saved, other)
    file.seek(len(header))
    seen = adapters.observed().run_load_checkpoint(file, *other)
    if seen.error is not None:
        reason = (str(seen.error).splitlines() or [""])[0]
        fail(
            f"a file object that stands where the checkpoint begins, at byte {len(header)}, does "
            f"not load: {type(seen.error).__name__}: {reason}",
            "read from where it stands, with read and seek alone",
        )
    _assert_returned(seen.value, 7)
    if file.closed:
        fail("load_checkpoint closed the caller's file object", "whoever opened a file closes it")
    assert_same_state(snapshot(*other), expected, when="after loading from a file object")


def test_checkpoint_in_memory(adapters, rng, tmp_path):
    _assert_file_object(adapters, rng, io.BytesIO(), tmp_path)


def test_checkpoint_in_an_open_file(adapters, rng, tmp_path):
    with open(tmp_path / "open.bin", "w+b") as file:
        _assert_file_object(adapters, rng, file, tmp_path)
