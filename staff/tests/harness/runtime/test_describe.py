"""Descriptions of values: short, and the same in every run."""

from pathlib import Path

import torch
from support.suite_runs import append, messages

from cs336_staff.paths import ROOT
from tests.harness.runtime.describe import describe


def test_a_tensor_that_is_not_contiguous_shows_its_strides():
    assert describe(torch.zeros(2, 3)) == "float32[2, 3]"
    assert describe(torch.zeros(2, 3).T) == "float32[3, 2] with strides (1, 3)"


def test_a_path_shows_its_name_and_other_text_is_quoted():
    assert describe(Path("/tmp/a/run.pt")).endswith("Path('…/run.pt')")
    assert describe(["/tmp/a/run.pt", "b s -> s b", "/", "a/b"]) == (
        "['…/run.pt', 'b s -> s b', '/', 'a/b']"
    )
    with open(ROOT / "README.md", "rb") as file:
        assert describe(file) == "<_io.BufferedReader name='…/README.md'>"


def test_a_long_repr_is_cut():
    Long = type("Long", (), {"__repr__": lambda self: "x" * 1000})
    assert describe(Long()) == "x" * 99 + "…"


def test_a_message_names_no_folder_that_differs_between_runs(warm, reference):
    code = "def save_checkpoint(model, optimizer, iteration, out):\n"
    code += "    open(f'{out}/x').read(), model.state_dict()\n"
    append(reference, code, "cs336_basics/checkpoint.py")
    once, again = (warm(reference, "--problems=save_checkpoint") for _ in range(2))
    first = messages(once, "save_checkpoint")
    assert first == messages(again, "save_checkpoint")
    assert any("directory: '…/run.pt/x'" in message for message in first)
