"""The command `cs336-staff`."""

import io
import os
import secrets
import signal
import sys
from contextlib import suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from typer.core import TyperGroup

from cs336_staff.errors import GOES_ON, BatchError, os_error_text
from cs336_staff.files.scratch import remove_leftovers
from cs336_staff.results.record import Results, clean
from tests.harness.plugin.problems import BadProblems

SLURM_OPTIONS = ("partition", "gpus", "memory", "time", "parallelism", "sbatch")


class Attempts(Enum):
    """Which of a student's several submissions counts."""

    BEST = "best"
    LAST = "last"


class _Commands(TyperGroup):
    """The commands; what stops one is one clear error."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # of `| head`: typer ends in silence
        except OSError as error:
            raise fail(os_error_text(error)) from error
        except (BatchError, BadProblems) as error:
            raise fail(str(error)) from error


app = typer.Typer(
    cls=_Commands,
    help="Grade, release and audit the CS336 assignment.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


class _Output(Console):
    """What is printed, where an output that closes, as of `| head`, stops no grading."""

    def on_broken_pipe(self) -> None:
        """Print no more, and go on."""
        with suppress(SystemExit):
            super().on_broken_pipe()


console = _Output(emoji=False)  # it would turn a slice like [:100:] into a picture
errors = Console(stderr=True, emoji=False)


def fail(message: str, code: int = 2) -> typer.Exit:
    """Print one clear error, cleaned of control characters, and return the exit to raise."""
    text = f"error: {clean(message, 100_000)}"
    errors.print(text, style="red", markup=False, highlight=False, soft_wrap=True)
    return typer.Exit(code)


def _path(text: str) -> Path:
    """Return a path, but not the working folder for a shell variable that has no value."""
    if not text:
        raise typer.BadParameter("it is empty; name a file or folder, “.” for the working folder")
    return Path(text)


def _time(text: str) -> datetime:
    """Return a time, one without an offset in this machine's own; a date alone is none."""
    try:
        return datetime.fromisoformat(text if "T" in text else "").astimezone()
    except ValueError as error:
        raise typer.BadParameter(f"“{text}” is no time; write it as 2026-10-09T23:59") from error


def _is_given(context: typer.Context, name: str) -> bool:
    """Return whether an option is on the command line, whatever its value."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _place_for_a_file(path: Path | None) -> Path | None:
    """Refuse, before any work is done, a path that no file can be written to."""
    if path is None:
        return None
    folder = path.absolute().parent
    if path.is_dir() or not folder.is_dir():
        raise fail(f"{path} is no place for a file: name one in a folder that is there")
    if not os.access(folder, os.W_OK):
        raise fail(f"{path} is no place for a file: {folder} may not be written")
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise fail(f"{path} is no regular file, and would be replaced by one: name another")
    return path


def _say(text: str) -> None:
    """Print a text as it is, its lines unbroken."""
    console.print(clean(text, 1_000_000), markup=False, highlight=False, soft_wrap=True)


def _results(folder: Path) -> dict[str, Results]:
    """Return the results in a folder that count; what is missing or damaged is one clear error."""
    from cs336_staff.results.run_folder import counted_results

    if not folder.is_dir():
        raise fail(f"there is no folder {folder}")
    results = counted_results(folder)
    if not results:
        raise fail(f"{folder} holds no <name>/results.json; grade into it first")
    return results


def _argument(help: str) -> Any:
    """Return an argument that is a path."""
    return typer.Argument(parser=_path, help=help)


def _option(help: str) -> Any:
    """Return an option that is a path."""
    return typer.Option(parser=_path, metavar="PATH", help=help)


def _file(help: str) -> Any:
    """Return an option that names a file to write."""
    return typer.Option(parser=_path, metavar="PATH", callback=_place_for_a_file, help=help)


@app.command()
def grade(
    context: typer.Context,
    path: Annotated[
        list[Path], _argument("A submission (a folder or a zip file), or a folder of them.")
    ],
    out: Annotated[Path, _option("Folder for results; the same one goes on.")],
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Submissions at a time; default: three for two cores. With --slurm: CPUs a job, "
            "default 2.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of all random inputs; default: a secret one.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume/--no-resume", help="Keep what is already graded.")
    ] = True,
    attempts: Annotated[
        Attempts | None,
        typer.Option(
            help="Of several submissions of one student, the one that counts; default: several "
            "are an error. All are graded."
        ),
    ] = None,
    due: Annotated[
        datetime | None,
        typer.Option(
            parser=_time,
            metavar="TIME",
            help="Gradescope submissions after this are late: 2026-10-09T23:59 in this machine’s "
            "time, or with an offset, such as -0700. Canvas says itself which are late.",
        ),
    ] = None,
    require_cuda: Annotated[
        bool, typer.Option("--require-cuda", help="No CUDA device is an error.")
    ] = False,
    protection: Annotated[
        Literal["namespaces", "users", "landlock"] | None,
        typer.Option(help="The level that confines submissions; default: the strongest here."),
    ] = None,
    sandbox: Annotated[
        bool, typer.Option("--sandbox/--no-sandbox", help="Confine submissions at all.")
    ] = True,
    slurm: Annotated[
        bool, typer.Option("--slurm", help="Grade in jobs of a Slurm cluster.")
    ] = False,
    partition: Annotated[str | None, typer.Option(help="Slurm: the partition.")] = None,
    gpus: Annotated[int, typer.Option(min=0, help="Slurm: GPUs a job.")] = 0,
    memory: Annotated[
        float, typer.Option(min=1, max=100_000, help="Slurm: GB of memory a job.")
    ] = 8,
    time: Annotated[
        int, typer.Option(min=20, help="Slurm: minutes a job; a submission may take 15.")
    ] = 60,
    parallelism: Annotated[int, typer.Option(min=1, help="Slurm: jobs at a time.")] = 16,
    sbatch: Annotated[
        list[str] | None, typer.Option(help="Slurm: more for sbatch, as account=cs336; repeatable.")
    ] = None,
) -> None:
    """Grade a submission, or a folder of them."""
    if len(path) > 1:
        mend = "put the submissions into one folder, and name that"
        raise fail(f"grade takes one path, and there are {len(path)}: {mend}")
    given = [name for name in SLURM_OPTIONS if _is_given(context, name)]
    if given and not slurm:
        raise fail(f"--{given[0]} is for --slurm; add that, or leave it out")
    from cs336_staff.grading.command import CannotGrade, Refused, grade_all
    from cs336_staff.judge import JudgeSettings

    cluster = None
    if slurm:
        from cs336_staff.grading.slurm import Cluster, how_to_cancel  # slow to import

        if wrong := [word for word in sbatch or [] if "=" not in word]:
            raise fail(f"--sbatch {wrong[0]}: write it as name=value, such as account=cs336")
        more = tuple((name, value) for name, _, value in (w.partition("=") for w in sbatch or []))
        cluster = Cluster(partition, gpus, jobs or 2, memory, time, parallelism, parameters=more)
    if protection and not sandbox:
        raise fail("--protection and --no-sandbox exclude each other; leave one out")
    level = "" if sandbox else "none"
    settings = JudgeSettings(0, protection or level, require_cuda)
    try:
        grade_all(
            path[0],
            out,
            settings,
            jobs=jobs,
            seed=seed,
            resume=resume,
            attempts=attempts.value if attempts else "",
            due=due,
            cluster=cluster,
            console=console,
        )
    except CannotGrade as error:
        raise fail(str(error)) from error
    except Refused as error:
        raise fail(str(error), 1) from error
    except (KeyboardInterrupt, SystemExit) as error:
        left = f"jobs that Slurm has run on, and {how_to_cancel(out)}; " if cluster else ""
        code = int(error.code or 0) if isinstance(error, SystemExit) else 130
        raise fail(f"stopped; {left}{GOES_ON}", code) from error


@app.command()
def release(
    destination: Annotated[Path | None, _argument("Folder to make the student's copy in.")] = None,
    cut: Annotated[bool, typer.Option("--cut", help="Only renew the root's stubs.")] = False,
    gradescope: Annotated[
        Path | None, _option("Only write the autograder for Gradescope to this zip file.")
    ] = None,
) -> None:
    """Cut the student's copy from the reference, check it, and write a folder and a zip."""
    from cs336_staff.release import student_copy as releasing

    if sum(map(bool, (destination, cut, gradescope))) > 1:
        raise fail("release takes one of these: a folder, --cut, --gradescope")
    try:
        if gradescope:
            from cs336_staff.release.gradescope import build_zip

            releasing.check_new(gradescope.absolute())
            _say(f"wrote {build_zip(gradescope)}")
        elif cut:
            releasing.write_stubs()
            console.print("the root's stubs are now the cut of staff/solution")
        elif destination is None:
            raise fail("release needs a folder to write to, or --cut or --gradescope")
        else:
            from cs336_staff.check.command import run_check

            releasing.check_place(destination)
            if not run_check(None, console):
                raise fail("the assignment is not complete; nothing was made", 1)
            releasing.make_release(destination, console)
    except releasing.ReleaseError as error:
        raise fail(str(error), 1) from error


@app.command()
def check(
    problem: Annotated[
        str | None, typer.Argument(help="The id of a problem; default: all problems.")
    ] = None,
) -> None:
    """Say what a problem still lacks, or all of them, and how to mend it."""
    from cs336_staff.check.command import run_check

    raise typer.Exit(0 if run_check(problem, console) else 1)


@app.command()
def audit(
    corpus: Annotated[Path | None, _option("A corpus folder; default: staff/corpus.")] = None,
    json: Annotated[Path | None, _file("Write all findings to this file.")] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="No sandbox: skip hostile entries, fork instead.")
    ] = False,
    only: Annotated[str, typer.Option(help="Only entries whose label contains this.")] = "",
    share: Annotated[
        str, typer.Option(metavar="K/N", help="Only every Nth entry, from the Kth on.")
    ] = "1/1",
    whole: Annotated[
        bool, typer.Option("--whole", help="Run every test on every entry, affected or not.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Entries at a time; default: one a core, at least 2.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed; default: a random one.")] = None,
    remember: Annotated[
        bool,
        typer.Option("--remember", help="Keep which test caught each entry: faster next time."),
    ] = False,
) -> None:
    """Prove the suite against submissions whose verdict is known."""
    from cs336_staff.audit.command import run_audit
    from cs336_staff.audit.corpus import CorpusError
    from cs336_staff.judge import JudgeFailed, SandboxUnavailable
    from cs336_staff.paths import CORPUS

    seed = secrets.randbits(32) if seed is None else seed
    try:
        good = run_audit(
            corpus or CORPUS, json, fast, only, share, whole, jobs, seed, remember, console
        )
    except (CorpusError, JudgeFailed, SandboxUnavailable) as error:
        raise fail(str(error)) from error
    raise typer.Exit(0 if good else 1)


@app.command()
def diff(
    submission: Annotated[Path, _argument("A submission's folder or zip file.")],
    results: Annotated[Path | None, _option("Its results.json, for verdicts and points.")] = None,
    html: Annotated[Path | None, _file("Write a page instead of printing.")] = None,
    normalize: Annotated[
        bool, typer.Option("--normalize", help="Leave formatting and comments out.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also print functions that are the same.")
    ] = False,
) -> None:
    """Show a submission beside the reference, function by function, and its data files."""
    if html and everything:
        raise fail("--all is for what is printed; a page names the functions that are the same")
    from cs336_staff.compare.command import CannotCompare, compare
    from cs336_staff.compare.view import print_diff
    from cs336_staff.report.pages import write_diff_page
    from cs336_staff.uploads.unpack import InvalidSubmission

    try:
        diff, known = compare(submission, results, normalize)
    except InvalidSubmission as error:
        raise fail(f"{submission}: {error}") from error
    except CannotCompare as error:
        raise fail(str(error)) from error
    if html:
        write_diff_page(html, diff, submission.resolve().name, known)
        _say(f"wrote {html}")
    else:
        print_diff(diff, console, known, everything)


@app.command()
def compare_runs(
    old: Annotated[Path, _argument("The folder of results of the earlier grading.")],
    new: Annotated[Path, _argument("The folder of results of the later grading.")],
    csv: Annotated[Path | None, _file("Write whose points changed to this file.")] = None,
    html: Annotated[Path | None, _file("Write the same as a page.")] = None,
) -> None:
    """Say whose points differ between two gradings, in which problem, by which test."""
    from cs336_staff.report import changes_page
    from cs336_staff.results.changes import changes_between
    from cs336_staff.results.roster import ROSTER, read_roster

    changes = changes_between(_results(old), _results(new))
    _say(changes_page.announcement(changes))
    if details := changes_page.names_and_points(changes):
        _say(f"\nFor the staff alone:\n{details}")
    if csv:
        changes_page.write_changes_csv(csv, changes, read_roster(new / ROSTER))
        _say(f"wrote {csv}")
    if html:
        changes_page.write_changes_page(html, changes, old.name, new.name)
        _say(f"wrote {html}")


@app.command()
def merge(
    cpu: Annotated[Path, _argument("The folder of results whose CPU problems count.")],
    gpu: Annotated[Path, _argument("The folder of results whose CUDA problems count.")],
    out: Annotated[Path, _option("A new folder for the merged results.")],
) -> None:
    """Put the CPU half and the GPU half of a class's grading together."""
    from cs336_staff.grading.merge import merge_runs

    _results(cpu)
    _results(gpu)
    if conflicts := merge_runs(cpu, gpu, out, console):
        raise fail("\n".join(["merged, but look at these:", *conflicts]), 1)


@app.command()
def appeal(
    results: Annotated[Path, _argument("A submission’s folder of results: RESULTS/NAME.")],
    problem: Annotated[
        list[str] | None,
        typer.Option(help="A problem it is about, repeatable; default: all that failed."),
    ] = None,
    out: Annotated[Path | None, _option("Folder to make; default: RESULTS/NAME/appeal.")] = None,
) -> None:
    """Make a folder with all that answers an appeal: calls, inputs, expected values, handout."""
    from cs336_staff.appeal.command import write_appeal

    folder = out or results / "appeal"
    notes = write_appeal(results, folder, problem or [])
    _say("\n".join([f"wrote {folder}: begin with its README.md", *notes]))


@app.command()
def similar(
    path: Annotated[Path, _argument("A folder of results, or of uploads.")],
    archive: Annotated[
        list[Path] | None,
        typer.Option(
            parser=_path,
            metavar="PATH",
            help="Earlier uploads, or a public solution, to compare with too; repeatable.",
        ),
    ] = None,
    distribution: Annotated[
        list[Path] | None,
        typer.Option(
            parser=_path,
            metavar="PATH",
            help="A further folder that was handed out, whose code does not count; repeatable.",
        ),
    ] = None,
    csv: Annotated[Path | None, _file("Write all pairs to this file.")] = None,
    html: Annotated[Path | None, _file("Write a page that shows the pairs side by side.")] = None,
) -> None:
    """Rank pairs of submissions by what only they share: which are worth a look by a person."""
    from cs336_staff.report import similar_page
    from cs336_staff.similar.command import find_similar

    for folder in (path, *(archive or ()), *(distribution or ())):
        if not folder.is_dir():
            raise fail(f"there is no folder {folder}")
    found = find_similar(path, archive or [], distribution or [], console)
    _say(similar_page.ranking_text(found))
    if csv:
        similar_page.write_similar_csv(csv, found)
        _say(f"wrote {csv}")
    if html:
        similar_page.write_similar_page(html, found)
        _say(f"wrote {html}")


@app.command()
def report(
    results: Annotated[Path, _argument("A folder that `grade --out` wrote.")],
    roster: Annotated[
        Path | None,
        _option("CSV with the columns id and section, for the class’s page; it is kept."),
    ] = None,
) -> None:
    """Write the class's page and grades.csv again from a folder of results."""
    from cs336_staff.grading.batch import write_again
    from cs336_staff.results.roster import keep_roster

    _results(results)
    if roster:
        keep_roster(roster, results)
    write_again(results, console)


def _end_in_order(number: int, _: object) -> None:
    """End on a signal as on Ctrl-C: temporary folders are removed."""
    raise SystemExit(128 + number)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a name may hold characters that the terminal lacks
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:  # under nohup it is ignored
            signal.signal(number, _end_in_order)
    remove_leftovers("/tmp")
    app()
