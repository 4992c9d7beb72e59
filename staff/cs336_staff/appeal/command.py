"""The command `appeal`: from a submission's results to a folder that answers its appeal."""

import ast
import re
import shutil
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from cs336_staff.appeal import rerun
from cs336_staff.appeal.recording import Call, record_calls
from cs336_staff.compare.limits import limit_this_process
from cs336_staff.errors import BatchError
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.results.record import Results, clean, some_of
from cs336_staff.results.run_folder import results_in, suite_fingerprint
from cs336_staff.results.typed_json import encode
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission, fingerprint
from tests.harness.plugin.problems import Problem, load_problems
from tests.harness.plugin.scores import FAILED, TestRecord
from tests.harness.plugin.submitted_files import UNPARSABLE
from tests.harness.plugin.terminal import grouped, points

_SHOWN = 5  # calls of a test, where none is described as the failing one is


@dataclass(frozen=True)
class Appeal:
    """What appeal.json holds for rerun.py."""

    repository: str
    calls: list[Call]


def write_appeal(folder: Path, out: Path, wanted: list[str]) -> list[str]:
    """Write the folder for an appeal; no code of the submission runs.

    Args:
        folder: the submission's folder of results.
        out: the folder to make, which must not be there.
        wanted: ids of the problems it is about; all that failed where empty.

    Returns:
        What to know about it, a line each.

    Raises:
        BatchError: there is nothing to answer, or what is needed is not there any more.
    """
    if not (folder / "results.json").is_file():
        raise BatchError(f"{folder} holds no results.json; name a submission's folder of results")
    if out.exists():
        raise BatchError(f"{out} is there already; remove it, or name another with --out")
    results = results_in(folder)
    extra = results.extra_data
    groups = _failed_tests(folder, results, wanted)
    upload = Path(extra.upload)
    if not upload.exists():
        raise BatchError(f"the upload {extra.upload} is gone; put it back there")
    if extra.fingerprint and extra.fingerprint != fingerprint(upload):
        raise BatchError(f"{upload} was changed after it was graded; put back what was handed in")
    out.mkdir(mode=0o700, parents=True)  # where it stays: saved arguments are paths of files in it
    try:
        return _fill(out, upload, results, groups)
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        raise


def _fill(out: Path, upload: Path, results: Results, groups: list[list[TestRecord]]) -> list[str]:
    """Write all that is in the folder; return the notes."""
    tests = [same[0] for same in groups]
    try:
        copy_submission(upload, out / "submission")
        (out / "inputs").mkdir()
        dies = signal.SIGINT, signal.SIG_DFL  # of Ctrl-C, without a traceback
        with ProcessPoolExecutor(1, get_context("spawn"), signal.signal, dies) as pool:
            ids = list(dict.fromkeys(test.id for test in tests))
            seed, inputs = results.extra_data.seed, (out / "inputs").resolve()
            recorded = pool.submit(record_calls, seed, ids, inputs)
            calls = {test.id: _of_test(test, recorded.result()) for test in tests}
    except InvalidSubmission as error:
        raise BatchError(f"{upload}: {error}") from error
    except BrokenProcessPool as error:
        raise BatchError("the process that ran the tests on the reference was killed") from error
    chosen = [call for own in calls.values() for call in own]
    for path in (out / "inputs").iterdir():
        if f"inputs/{path.stem}.pt" not in {call.inputs for call in chosen}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (out / "appeal.json").write_text(encode(Appeal(str(ROOT), chosen)), encoding="utf-8")
    shutil.copy(rerun.__file__, out / "rerun.py")
    notes = _notes(results, tests, calls)
    entries = [_write_entry(out, problem) for problem in _problems(tests)]
    (out / "README.md").write_text(
        _readme(results, groups, calls, entries, notes), encoding="utf-8"
    )
    return notes


def _failed_tests(folder: Path, results: Results, wanted: list[str]) -> list[list[TestRecord]]:
    """Return the tests that the appeal is about, those with the same failure together."""
    failed = [test for test in results.extra_data.tests if test.outcome == FAILED]
    there = list(dict.fromkeys(test.problem for test in failed))
    if unknown := [id_ for id_ in wanted if id_ not in there]:
        raise BatchError(f"{folder.name} did not fail {some_of(unknown)}, but {some_of(there)}")
    groups = grouped(test for test in failed if not wanted or test.problem in wanted)
    if not groups:
        raise BatchError(f"{folder.name} failed no problem")
    if all("::" not in test.id for same in groups for test in same):
        raise BatchError(f"{folder.name} was not run: {results.extra_data.reason}")
    return groups


def _of_test(test: TestRecord, calls: list[Call]) -> list[Call]:
    """Return the calls of a test that its failure is about."""
    own = [call for call in calls if call.test == test.id]
    described = test.failure.called if test.failure else ""
    return [call for call in own if clean(call.text) == described][-1:] or own[:_SHOWN]


def _problems(tests: list[TestRecord]) -> list[Problem]:
    ids = dict.fromkeys(test.problem for test in tests)
    return [load_problems()[id_] for id_ in ids if id_ in load_problems()]


def _notes(results: Results, tests: list[TestRecord], calls: dict[str, list[Call]]) -> list[str]:
    """Say what may make the folder show something else than the judge saw."""
    notes = []
    if results.extra_data.suite not in ("", suite_fingerprint()):
        notes.append("the tests have changed since it was graded: inputs may be others")
    if unseen := [test.name for test in tests if not calls[test.id]]:
        notes.append(f"no call could be recorded of {some_of(unseen)}: is a device needed?")
    unsaved = [call.test for own in calls.values() for call in own if call.unsaved]
    if unsaved:
        names = [id_.rsplit("::", 1)[-1] for id_ in dict.fromkeys(unsaved)]
        notes.append(f"arguments could not be saved for {some_of(names)}")
    return notes


def _write_entry(out: Path, problem: Problem) -> Path:
    """Write the corpus entry that the answer becomes if the student is right."""
    file = out / "corpus" / "correct" / problem.module / f"{problem.id}_appeal.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(1, get_context("fork"), limit_this_process) as pool:
        try:
            code = pool.submit(_answer, out / "submission", problem).result()
        except (BrokenProcessPool, OSError, *UNPARSABLE) as error:
            why = str(error) or type(error).__name__
            code = f"# cs336_basics/{problem.module}.py cannot be read: {why}"
    what = "Say here in a sentence what this answer does in another way than the reference."
    file.write_text(f'"""{what}"""\n\n\n{code}\n', encoding="utf-8")
    return file.relative_to(out)


def _answer(submission: Path, problem: Problem) -> str:
    """Return the submission's answer to a problem: what its module has besides the reference's."""
    name = f"cs336_basics/{problem.module}.py"
    source = (submission / name).read_text(encoding="utf-8", errors="replace")
    reference = _statements((SOLUTION / name).read_text(encoding="utf-8"))
    return "\n\n\n".join(
        text
        for key, text in _statements(source).items()
        if key not in reference or (key in problem.names and text != reference[key])
    )


def _statements(source: str) -> dict[str, str]:
    """Return the statements of a module by the name that each defines, or its code."""
    statements = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # the docstring
        lines = [node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]
        text = "\n".join(source.split("\n")[min(lines) - 1 : node.end_lineno])
        statements[getattr(node, "name", "") or ast.unparse(node)] = text
    return statements


def handout_lines(problem: Problem) -> str:
    """Return what the handout asks for in a problem, with the file and line where it says so."""
    for file in sorted((ROOT / "handout" / "sections").glob("*.typ")):
        text = file.read_text(encoding="utf-8")
        if found := re.search(
            rf'^#deliver\("{problem.id}".*?\)\[\n(.*?)^\]', text, re.MULTILINE | re.DOTALL
        ):
            line = text[: found.start()].count("\n") + 1
            quoted = "\n".join(f"> {row.strip()}" for row in found[1].splitlines())
            return f"{quoted}\n>\n> (handout §{problem.section}, {file.name}, line {line})"
    return f"> (handout §{problem.section})"


def _readme(
    results: Results,
    groups: list[list[TestRecord]],
    calls: dict[str, list[Call]],
    entries: list[Path],
    notes: list[str],
) -> str:
    extra = results.extra_data
    numbers = {id(call): n for n, call in enumerate((c for own in calls.values() for c in own), 1)}
    lines = [f"# Appeal of {extra.submission}", ""]
    lines += [f"{results.score} of {extra.possible} points, seed {extra.seed}, {extra.protection}."]
    lines += [
        "",
        "`python rerun.py` makes the calls below again, without the judge, and shows what is",
        "expected and what comes back; `python rerun.py 2` makes one. The submission's code runs",
        "with your rights: read it first. What is expected is what the reference returns.",
        "",
        *(f"- Note: {note}" for note in notes),
    ]
    problems = _problems([same[0] for same in groups])
    for problem in problems:
        lines += ["", f"## {problem.id} (§{problem.section}, {points(problem.points)})", ""]
        lines += ["The handout asks for:", "", handout_lines(problem)]
        for test, *others in (same for same in groups if same[0].problem == problem.id):
            own = [f"call {numbers[id(call)]}" for call in calls[test.id]]
            text = "\n".join(f"    {line}" for line in test.text.split("\n"))
            more = f"; the same in {some_of([other.name for other in others])}" if others else ""
            lines += ["", f"`{test.id}` ({', '.join(own) or 'no call'}{more}):", "", text]
    lines += [
        "",
        "## If the student is right",
        "",
        "The answer becomes an entry of the corpus; mend the tests until the audit passes it:",
        "",
        *(f"    cp {entry} {ROOT / 'staff' / entry}" for entry in entries),
        *(
            f"    cs336-staff audit --fast --only {problem.module}/{problem.id}_appeal"
            for problem in problems
        ),
        "",
        "Then grade the class again into a new folder, and say whose points changed:",
        "",
        f"    cs336-staff grade UPLOADS --out NEW --seed {extra.seed}",
        "    cs336-staff compare-runs OLD NEW",
        "",
    ]
    return "\n".join(lines)
