"""Trials and benchmarks that find a fault exit with an error code."""

import pytest

from staff.benchmarks import class_run
from staff.trials import mutants
from staff.trials.mutants import CAUGHT, ON_CUDA, PASSED, Mutant, faults

LISTED = """\
## Equivalent

| module | change | why |
|---|---|---|
| `flops` | `a → b` | the same |
| `flops` | `a → b` | the same, elsewhere |

## Not decided without a CUDA device

| module | change | why |
|---|---|---|
| `data` | `c → d` | on a device alone |
| `data` | `e → f` | on a device alone |
"""


@pytest.fixture
def listed(monkeypatch, tmp_path):
    monkeypatch.setattr(mutants, "LISTED", tmp_path / "mutation.md")
    mutants.LISTED.write_text(LISTED)


SAME = (Mutant("flops", "", "a → b"), PASSED)
UNDECIDED = [(Mutant("data", "", "c → d"), PASSED), (Mutant("data", "", "e → f"), ON_CUDA)]


def test_mutants_that_are_listed_are_no_faults(listed):
    assert faults([SAME, SAME, *UNDECIDED], {"flops", "data"}) == []


def test_a_mutant_that_passes_and_is_not_listed_as_often_is_a_fault(listed):
    assert faults([SAME, SAME, SAME], {"flops"}) == ["passes: flops: a → b"]


def test_a_row_without_its_mutant_is_a_fault_in_the_modules_that_were_tried(listed):
    for module, change in (("flops", "a → b"), ("data", "c → d")):
        kept = [pair for pair in (SAME, SAME, *UNDECIDED) if pair[0].change != change]
        found = [
            *kept,
            *([SAME] if module == "flops" else []),
            (Mutant(module, "", change), CAUGHT),
        ]
        row = f"listed in mutation.md, but no mutant that passes: {module}: {change}"
        assert faults(found, {module}) == [row]
        assert faults(found, set()) == []


def test_the_list_of_mutants_is_read_as_it_is_written():
    equivalent, undecided = mutants.listed()
    rows = [line for line in mutants.LISTED.read_text().splitlines() if line.startswith("| `")]
    assert equivalent.total() + undecided.total() == len(rows)
    assert min(equivalent.total(), undecided.total()) > 10


@pytest.mark.parametrize("same", [True, False])
def test_grades_that_differ_are_the_exit_code(monkeypatch, capsys, same):
    def grade(uploads, out, *arguments):
        out.mkdir(exist_ok=True)
        (out / "grades.csv").write_text("" if same else out.name)
        return 0.0

    monkeypatch.setattr(class_run, "make_class", lambda folder, size: [])
    monkeypatch.setattr(class_run, "grade", grade)
    monkeypatch.setattr("sys.argv", ["class_run", "kills", "--kills", "0", "--seed", "5"])
    with pytest.raises(SystemExit) as left:
        class_run.main()
    assert bool(left.value.code) is not same
    said = capsys.readouterr().out
    assert "moments of seed 5" in said and ("is the same" if same else "DIFFERS") in said
