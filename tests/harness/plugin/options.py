"""The suite's options. This plugin is loaded first: it checks them before others import torch."""

import re
import traceback
from difflib import get_close_matches
from importlib import import_module
from os.path import exists, expanduser, isdir, isfile  # they raise less often than Path's
from pathlib import Path
from types import ModuleType

import pytest

from tests.harness.plugin.problems import (
    PROBLEMS_TOML,
    BadProblems,
    all_problems,
    did_you_mean,
    load_problems,
)
from tests.harness.plugin.submitted_files import missing_part

ASSIGNMENT = PROBLEMS_TOML.parents[1]  # the folder that holds tests/
SEED = 336  # the default seed of all random inputs
_PLUGINS = (
    "tests.harness.plugin.hooks",
    "tests.harness.plugin.end_of_run",
    "tests.harness.plugin.time_limit",
    "tests.harness.checks.checkpoint_files",
    "tests.harness.checks.gpu",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the suite's options."""
    group = parser.getgroup("cs336", "CS336 assignment")
    group.addoption("--submission", metavar="DIR", help="folder to test (default: this one)")
    group.addoption("--seed", type=int, default=SEED, help="seed of all random inputs")
    group.addoption("--require-cuda", action="store_true", help="no CUDA device is an error")
    group.addoption(
        *("--problems", "--problem"),
        metavar="IDS",
        action="append",
        default=[],
        help="run these problems only: id,id,…",
    )
    group.addoption(
        "--module",
        metavar="NAME",
        type=lambda path: Path(path).stem,
        help="run the problems of one module only",
    )
    group.addoption("--scores", metavar="FILE", help="write the verdict as JSON")
    group.addoption("--explain", metavar="ID", help="run one problem, print its failures in full")


def pytest_configure(config: pytest.Config) -> None:
    """Check the options, then load the other plugins, which import torch."""
    _check_options(config)
    for name in _PLUGINS:
        config.pluginmanager.register(_load_plugin(name), name)


def _load_plugin(name: str) -> ModuleType:
    """Import a plugin; a UsageError says where an error was raised."""
    try:
        return import_module(name)
    except Exception as error:
        *_, (frame, line) = traceback.walk_tb(error.__traceback__)
        place = f"{frame.f_code.co_filename}:{line}"
        raise pytest.UsageError(
            f"the tests cannot be loaded: {place}: {type(error).__name__}: {error}"
        ) from error


def _check_options(config: pytest.Config) -> None:
    """Check all options except --require-cuda; raise a UsageError for the first wrong one."""
    _check_one_process(config)
    if config.option.seed < 0:
        raise pytest.UsageError(f"--seed: {config.option.seed} is below 0")
    for name in ("submission", "problems", "module", "scores", "explain"):
        if getattr(config.option, name) in ("", [""]):  # such as an unset shell variable
            raise pytest.UsageError(f"--{name} is empty: give it a value, or leave it out")
    explained = config.option.explain
    if explained and "," in explained:
        raise pytest.UsageError("--explain takes one problem; --problems takes several")
    _check_problems("--explain", {explained} if explained else set())
    _check_module(config)
    chosen = chosen_problems(config)
    _check_problems("--problems", chosen)
    _check_test_paths(config, chosen)
    if explained and explained not in chosen:
        raise pytest.UsageError(f"--explain: {explained} is not among --problems")
    if config.option.scores:
        _check_writable(Path(config.option.scores))
    submission_folder(config)


def chosen_problems(config: pytest.Config) -> set[str]:
    """Return the ids that --problems, --explain or --module names; an empty set means all."""
    if module := config.option.module:
        return {id_ for id_, problem in load_problems().items() if problem.module == module}
    chosen = config.option.problems or [config.option.explain or ""]
    return set(",".join(chosen).replace(",", " ").split())


def quotes(file: Path, problems: set[str]) -> bool:
    """Return whether a file holds one of these ids in quotes, as the marks of tests do."""
    text = file.read_text(encoding="utf-8", errors="replace")
    return re.search(rf"""(["'])({"|".join(problems)})\1""", text) is not None


def _check_one_process(config: pytest.Config) -> None:
    """Refuse options of plugins that run tests in other processes, which return no verdict."""
    for option in ("numprocesses", "tx", "forked"):  # of pytest-xdist and pytest-forked
        if getattr(config.option, option, None):
            raise pytest.UsageError(
                "the tests run in one process, or there is no table of problems: leave out the "
                "options of pytest-xdist and pytest-forked (-n, --dist, --tx, --forked), in "
                "PYTEST_ADDOPTS too"
            )


def _check_problems(option: str, names: set[str]) -> None:
    try:
        problems = load_problems()
    except BadProblems as error:
        raise pytest.UsageError(str(error)) from error
    for name in sorted(names - problems.keys()):
        if name in all_problems():
            raise pytest.UsageError(f"{option}: this course leaves {name} out")
        is_module = f"; write --module {name}" if name in _modules() else ""
        advice = is_module or did_you_mean(name)
        raise pytest.UsageError(f"{option}: no problem is named {name!r}{advice}")


def _check_module(config: pytest.Config) -> None:
    """Refuse an unknown module, and --module together with another choice of problems."""
    module = config.option.module
    if module and (config.option.problems or config.option.explain):
        raise pytest.UsageError("--module runs a whole module: leave out --problems and --explain")
    if module and module not in (modules := _modules()):
        near = get_close_matches(module, modules, 1)
        advice = f"did you mean {near[0]}?" if near else f"the modules are {', '.join(modules)}"
        raise pytest.UsageError(f"--module: there is no {module!r}; {advice}")


def _modules() -> list[str]:
    """Return the names of all modules, in the handout's order."""
    return list(dict.fromkeys(problem.module for problem in load_problems().values()))


def _check_test_paths(config: pytest.Config, chosen: set[str]) -> None:
    """Refuse a problem's id or a module's name where pytest expects a file of tests."""
    folder, problems = config.invocation_params.dir, load_problems()
    words = [word.strip(",") for word in config.args]
    ids = [word for word in words if word in problems and not exists(folder / word)]
    if ids:
        written = ",".join(dict.fromkeys([*sorted(chosen), *ids]))
        raise pytest.UsageError(f"{ids[0]} is a problem, not a file: write --problems {written}")
    for word in words:
        path = Path(word.partition("::")[0])
        module = path.stem.removeprefix("test_")
        is_test_file = isfile(folder / path) and path.name.startswith("test_")
        if module in _modules() and not is_test_file:
            raise pytest.UsageError(f"{word} is no file of tests: write --module {module}")


def _check_writable(file: Path) -> None:
    """Refuse a file for the verdict that cannot be written, before the run."""
    new = not exists(file)
    try:
        open(file, "ab").close()
    except OSError as error:
        why = f"--scores: {file} cannot be written: {error.strerror}"
        raise pytest.UsageError(why) from error
    if new:
        file.unlink()


def submission_folder(config: pytest.Config) -> Path:
    """Return the folder named by --submission; raise a UsageError if it is no submission."""
    called_in = config.invocation_params.dir.resolve()
    elsewhere = config.rootpath.resolve() not in (called_in, *called_in.parents)
    if elsewhere and "--submission" in config.invocation_params.args:
        # Before conftest.py is loaded, pytest does not know the option and takes DIR for tests.
        raise pytest.UsageError("--submission: write it with an equals sign, --submission=DIR")
    option = "--submission: " if config.option.submission else ""
    folder = Path(expanduser(config.option.submission or ASSIGNMENT)).resolve()
    if not isdir(folder):
        raise pytest.UsageError(f"{option}there is no folder {folder}")
    if missing := missing_part(folder):
        raise pytest.UsageError(f"{option}{folder} has no {missing}, so it earns no points")
    return folder
