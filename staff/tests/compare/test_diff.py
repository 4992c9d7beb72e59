"""A submission beside the reference, parsed and never run."""

import io

import pytest
from rich.console import Console
from support.made_class import judge, write_submission
from support.points import ON_CPU

from cs336_staff.compare.match import Pair, diff_submission
from cs336_staff.compare.units import DATA_FILE, MODULE_LEVEL, Unit, reference_units, units_of
from cs336_staff.compare.view import print_diff, side_by_side, visible
from cs336_staff.paths import SOLUTION
from cs336_staff.report.pages import write_diff_page
from cs336_staff.results.record import build_results

LINES = (SOLUTION / "cs336_basics" / "memory.py").read_text().splitlines()
MEMORY = "\n".join(line for line in LINES if "SOLUTION" not in line) + "\n"


def source_of(name):
    return next(unit.text for unit in reference_units(False) if unit.name == name)


def compared(tmp_path, **modules):
    folder = write_submission(tmp_path / "submission", modules=modules)
    return diff_submission(folder)


def by_name(diff):
    return {(pair.module, pair.name): pair for pair in diff.pairs}


def test_the_reference_equals_itself():
    diff = diff_submission(SOLUTION)
    assert diff.notes == [] and {pair.status for pair in diff.pairs} == {"same"}
    pairs = by_name(diff)
    assert ("optim", "Adam.step") in pairs and ("memory", MODULE_LEVEL) in pairs
    assert not any("SOLUTION" in unit.text for unit in reference_units(False))


@pytest.mark.parametrize(
    ("module", "name", "problem"),
    [
        ("memory", "tensor_bytes", "tensor_bytes"),
        ("adapters", "run_mfu", "mfu"),
        ("adapters", "run_merge_heads", "split_heads"),
        ("optim", "Adam.step", "adam"),
        ("training", "train", "train"),
    ],
)
def test_a_function_belongs_to_its_problem(module, name, problem):
    assert by_name(diff_submission(SOLUTION))[module, name].problem == problem


def test_changed_missing_and_extra(tmp_path):
    changed = MEMORY.replace("x.numel() * x.element_size()", "x.nbytes")
    changed = changed.replace(source_of("max_parameters"), "def helper():\n    return 7\n")
    pairs = by_name(compared(tmp_path, memory=changed))
    assert pairs["memory", "tensor_bytes"].status == "changed"
    assert pairs["memory", "training_bytes"].status == "same"
    assert pairs["memory", "max_parameters"].status == "missing"
    assert pairs["memory", "helper"].status == "extra"


def test_moved_to_another_module(tmp_path):
    moved = source_of("max_parameters")
    pairs = by_name(compared(tmp_path, memory=MEMORY.replace(moved, ""), extras=moved))
    pair = pairs["memory", "max_parameters"]
    assert (pair.status, pair.remark) == ("moved", "in extras.py")
    assert pair.problem == "max_parameters"


def test_no_file_hides_another(tmp_path):
    folder = write_submission(tmp_path / "s", modules={"a.b": "A = 1\n"})
    for name in ("a/b", "cs336_basics/adapters"):
        (folder / "cs336_basics" / name).parent.mkdir()
        (folder / "cs336_basics" / f"{name}.py").write_text("A = 2\n")
    (folder / "cs336_basics" / "adapters.py").write_text((SOLUTION / "adapters.py").read_text())
    pairs = by_name(diff_submission(folder))
    assert pairs["adapters", "run_mfu"].status == "changed"
    assert pairs["cs336_basics/adapters", "run_mfu"].status == "extra"
    assert pairs["cs336_basics/cs336_basics/adapters", MODULE_LEVEL].file.count("/") == 2
    assert [pairs[name, MODULE_LEVEL].submission.text for name in ("a.b", "a/b")] == [
        "A = 1",
        "A = 2",
    ]


def test_a_definition_before_the_references_own_is_not_hidden(tmp_path):
    twice = f"def max_parameters(): ...\n\n\nmost = max_parameters\n\n\n{MEMORY}"
    pair = by_name(compared(tmp_path, memory=twice))["memory", "max_parameters"]
    assert pair.status == "changed" and pair.remark == "defined 2 times"
    assert pair.submission.lines[0] == (1, "def max_parameters(): ...")


def test_the_level_of_one_module_stands_beside_no_others(tmp_path):
    pairs = by_name(compared(tmp_path, extras="import math\n"))
    assert pairs["optim", MODULE_LEVEL].status == "missing"
    assert pairs["extras", MODULE_LEVEL].status == "extra"


def test_renamed(tmp_path):
    renamed = MEMORY.replace("def max_parameters", "def most").replace("per_parameter)", "n)")
    pair = by_name(compared(tmp_path, memory=renamed))["memory", "max_parameters"]
    assert (pair.status, pair.remark) == ("renamed", "named most")


def test_redefined_all_are_shown(tmp_path):
    twice = MEMORY + "\n\ndef tensor_bytes(x):\n    return 0\n"
    pair = by_name(compared(tmp_path, memory=twice))["memory", "tensor_bytes"]
    assert pair.status == "changed" and "defined 2 times" in pair.remark
    assert "return x.numel()" in pair.submission.text and "return 0" in pair.submission.text


def test_functions_under_if_and_try_are_found(tmp_path):
    source = (
        "try:\n    import torch\nexcept ImportError:\n    def tensor_bytes(x):\n        return 1\n"
    )
    pair = by_name(compared(tmp_path, memory=source))["memory", "tensor_bytes"]
    assert pair.submission.lines[0] == (4, "    def tensor_bytes(x):")


def test_formatting_comments_and_docstrings_count_only_if_not_normalized(tmp_path):
    source = (
        "def storage_bytes(\n  x ):\n  # a comment\n  return (x.untyped_storage( ) . nbytes())\n"
    )
    body = source_of("storage_bytes").replace(
        "def storage_bytes(x: Tensor) -> int", "def storage_bytes(x)"
    )
    ours = units_of("memory", body, True)
    theirs = units_of("memory", source, True)
    assert [unit.text for unit in ours] == [unit.text for unit in theirs]
    assert by_name(compared(tmp_path, memory=source))["memory", "storage_bytes"].status == "changed"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b"def f(:\n", "invalid syntax"),
        (b"x = '\xff\xfe'\n", "not UTF-8"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", ""),
        (b"# -*- coding: no-such -*-\n", "unknown encoding"),
        (b"# -*- coding: hex -*-\n", "not a text encoding"),
        (b"x = 1\0\n", "null bytes"),
        (b"x = " + b"-" * 100_000 + b"1\n", "nested too deeply"),
        (b"\n" * 100_001, "over 100000 lines"),
        (b"x = " + b"(" * 5000 + b")" * 5000 + b"\n", "too many nested parentheses"),
    ],
)
def test_a_broken_file_is_a_note_and_the_others_are_compared(tmp_path, source, why):
    folder = write_submission(tmp_path / "submission", modules={"memory": MEMORY})
    (folder / "cs336_basics" / "data.py").write_bytes(source)
    (folder / "cs336_basics" / "memory.txt").write_text("\n" * 100_001)  # hides no memory.py
    diff = diff_submission(folder)
    assert by_name(diff)["memory", "tensor_bytes"].status == "same"
    if why:
        note, _ = diff.notes
        assert note.startswith("cs336_basics/data.py is not compared:") and why in note
        assert not any(name.startswith("data.") for name in diff.names("missing"))


def test_a_huge_file_and_what_is_no_submission_are_notes(tmp_path):
    folder = write_submission(tmp_path / "submission", modules={"data": "#" * 3 * 2**20})
    assert "over 2 MiB" in diff_submission(folder).notes[0]
    (tmp_path / "x.zip").write_bytes(b"no zip")
    assert "not a zip file" in diff_submission(tmp_path / "x.zip").notes[0]


def test_data_files_are_shown_whole_and_escaped(tmp_path):
    folder = write_submission(tmp_path / "submission", modules={"memory": MEMORY})
    data = folder / "cs336_basics"
    (data / "tables").mkdir()
    (data / "tables" / "a.json").write_bytes(b'{"</td><script>":\x1b}\xff\r\n' * 900)
    (data / "b.txt").write_text("\n" * 100_001)
    (data / "c.bin").write_text("not graded")
    diff = diff_submission(folder, normalize=True)
    pair = diff.pairs[-1]
    assert (pair.file, pair.name, pair.status) == ("tables/a.json", DATA_FILE, "extra")
    rows = side_by_side(pair)
    assert rows[0].left == [('{"</td><script>":⟨U+001B⟩}\\xff', False)] and len(rows) == 801
    assert diff.notes == ["cs336_basics/b.txt is not compared: it has over 100000 lines"]
    console = Console(file=io.StringIO(), width=140)
    print_diff(diff, console)
    assert "(data file)  tables/a.json  extra" in console.file.getvalue()
    write_diff_page(tmp_path / "d.html", diff, "ada")
    text = (tmp_path / "d.html").read_text()
    assert "&lt;script&gt;" in text and "<script" not in text and "tables/a.json<" in text


def test_long_functions_and_many_functions_stay_readable(tmp_path):
    long = "def tensor_bytes(x):\n" + "    x += 1\n" * 3000
    many = "".join(f"def f{i}(): return {i}\n" for i in range(3000))
    diff = compared(tmp_path, memory=long, zeta=many)
    rows = side_by_side(by_name(diff)["memory", "tensor_bytes"])
    text = ["".join(piece for piece, _ in row.left) for row in rows]
    assert "… 2201 more lines are not shown" in text and len(rows) < 1000
    assert "the first 2000 are compared" in diff.notes[0]


def test_many_long_functions_make_no_page_that_a_browser_cannot_hold(tmp_path):
    module = "".join(f"def f{i}():\n" + "    0\n" * 900 for i in range(60))
    diff = compared(tmp_path, memory=module)
    assert sum(len(side_by_side(pair)) for pair in diff.pairs if pair.submission) < 21_000
    assert "the first 25 are compared" in diff.notes[0]


def test_what_misleads_a_reader_is_made_visible():
    assert visible("a\u202eb\x1b[31m\x07") == "a⟨U+202E⟩b⟨U+001B⟩[31m⟨U+0007⟩"
    assert visible("def f(x, \u3164='\ufe01\U000e0100'):") == (
        "def f(x, ⟨U+3164⟩='⟨U+FE01⟩⟨U+E0100⟩'):"
    )
    assert len(visible("x" * 10_000)) < 500
    assert visible("y = 1;" + "\t" * 100 + "import os").endswith("…")


def test_lines_are_put_side_by_side():
    ours = Unit("m", "f", ((1, "def f(x):"), (2, "    return x + 1")))
    theirs = Unit("m", "f", ((5, "def f(x):"), (6, "    y = 2"), (7, "    return x + 2")))
    rows = side_by_side(Pair(ours, theirs))
    assert (rows[0].left_number, rows[0].right_number) == (5, 1)
    assert {row.tag for row in rows} == {"equal", "replace", "delete"}
    text = ["".join(piece for piece, _ in row.left) for row in rows]
    assert text == ["def f(x):", "    y = 2", "    return x + 2"]


def test_long_stretches_of_equal_lines_are_folded():
    same = tuple((number, f"x{number}") for number in range(1, 41))
    rows = side_by_side(
        Pair(Unit("m", "f", (*same, (41, "a"))), Unit("m", "f", (*same, (41, "b"))))
    )
    assert [row.tag for row in rows] == ["equal"] * 3 + ["fold"] + ["equal"] * 3 + ["replace"]
    assert rows[3].left == [("⋯ 34 equal lines", False)]


def results_of(folder):
    return build_results("ada", judge(folder, 5))


def test_the_terminal_shows_verdict_points_and_colours(tmp_path):
    changed = MEMORY.replace("x.numel() * x.element_size()", "x.numel() * 4")
    modules = {"memory": changed}
    folder = write_submission(tmp_path / "s", "verdict: tensor_bytes=failed", modules=modules)
    console = Console(file=io.StringIO(), width=140, force_terminal=True)
    print_diff(diff_submission(folder), console, results_of(folder))
    text = console.file.getvalue()
    assert "tensor_bytes: failed, 0 of 1 point" in text
    assert "\x1b[" in text and "numel" in text


def test_a_problem_that_fails_by_what_is_elsewhere_is_named(tmp_path):
    """Its own function may be the reference's, and so not be shown at all."""
    text = MEMORY + "while True: pass\n"
    folder = write_submission(tmp_path / "s", "verdict: mfu=failed", modules={"memory": text})
    console = Console(file=io.StringIO(), width=140)
    diff = diff_submission(folder)
    print_diff(diff, console, results_of(folder))
    assert console.file.getvalue().endswith(f"{ON_CPU - 1} of {ON_CPU} points\nfailed: mfu\n")
    write_diff_page(tmp_path / "d.html", diff, "ada", results_of(folder))
    page = (tmp_path / "d.html").read_text()
    assert f"<p>{ON_CPU - 1} of {ON_CPU} points</p>" in page and "<p>failed: mfu</p>" in page


def test_what_only_the_reference_has_is_named_with_its_module(tmp_path):
    """Of two files that are not there, a module level each is missing."""
    folder = write_submission(tmp_path / "s", modules={"memory": MEMORY})
    console = Console(file=io.StringIO(), width=9000)
    print_diff(diff_submission(folder), console)
    text = console.file.getvalue()
    assert "data.get_batch" in text and "flops.mfu" in text
    assert "flops.(module level)" in text and "data.(module level)" in text


def test_a_files_name_does_nothing_to_the_terminal(tmp_path):
    folder = write_submission(tmp_path / "s", modules={"a\x1b]0;x\x07": "def (", "\udcff": "def ("})
    console = Console(file=io.StringIO(), width=140)
    print_diff(diff_submission(folder), console)
    text = console.file.getvalue()
    assert "a⟨U+001B⟩]0;x⟨U+0007⟩.py is not compared" in text
    assert text.replace("\n", "").isprintable()


def test_the_page_is_escaped_and_says_verdicts(tmp_path):
    source = "def tensor_bytes(x):\n    return '</td><script>alert(1)</script>'\n"
    modules = {"memory": source}
    folder = write_submission(tmp_path / "s", "verdict: tensor_bytes=failed", modules=modules)
    write_diff_page(tmp_path / "d.html", diff_submission(folder), "<b>ada</b>", results_of(folder))
    text = (tmp_path / "d.html").read_text()
    assert "<script" not in text and "<b>ada" not in text and "&lt;script&gt;" in text
    assert "tensor_bytes, 0 of 1 point" in text
    assert text.count("<details open>") == 1  # what failed
    write_diff_page(tmp_path / "d.html", diff_submission(folder), "ada")
    text = (tmp_path / "d.html").read_text()
    assert text.count("<details open>") == text.count('<table class="diff">') > 1
