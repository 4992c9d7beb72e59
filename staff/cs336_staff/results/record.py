"""Write what a judge found: results.json in Gradescope's schema, and JUnit XML; and read it again.

Gradescope's schema: https://gradescope-autograders.readthedocs.io/en/latest/specs/
Texts come from submissions and are hostile: control characters and lone surrogates are replaced.
"""

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cs336_staff.files.whole import write_whole
from cs336_staff.results.verdict import Verdict

_CONTROLS = re.compile(  # the second line: what turns the direction of text, or breaks lines
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
    r"\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
MESSAGE_LIMIT = 4000

# What is read of a results.json, and of which type it is; a key with "?" may be missing.
_PROBLEM = {"id": str, "title": str, "section": str, "points": float, "earned": float}
_TEST = {"id": str, "problem": str, "outcome": str, "message": str, "seconds": float}
_SPEED = {"flops": float, "seconds": float, "bytes?": float, "own?": float}
_WORK = {"name": str, "dtype": str, "device": str, **_SPEED}
_SHAPE = {
    "score": float,
    "max_score": float,
    "execution_time": float,
    "extra_data": {
        "submission": str,
        "possible": float,
        "not_run": float,
        "problems": [_PROBLEM | {"status": str, "message": str}],
        "tests": [_TEST],
        "measured?": [_WORK],
        "ended": str,
        "reason": str,
        "seed": int,
        "protection": str,
        "versions": dict,
        "upload?": str,
        "students?": [{"name?": str, "canvas_id?": str, "sid?": str, "email?": str}],
        "suite?": str,
        "again?": str,
        "fingerprint?": str,
        "no_pages?": str,
        "own_adapters?": str,
        "flags?": [{"module": str, "rule": str, "path": str, "line": int, "text": str}],
    },
}
_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
    float: "a number",
}


class BadResults(ValueError):
    """A file is no results.json; the message says what is wrong with it."""


def read_results(file: Path) -> dict[str, Any]:
    """Return what a results.json holds, once all that is ever read of it has its type.

    Raises:
        BadResults: it is no JSON, lacks something, or something has another type.
        OSError: the file cannot be read.
    """
    try:
        results: dict[str, Any] = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise BadResults("it is no JSON") from error
    _check(results, _SHAPE, "it")
    return results


def _check(value: object, shape: Any, name: str) -> None:
    kind: type = shape if isinstance(shape, type) else type(shape)
    fits = type(value) is kind or (kind is float and type(value) is int)
    if not fits or (isinstance(value, float) and not math.isfinite(value)):
        shown = _KINDS[type(value)] if isinstance(value, dict | list) else json.dumps(value)[:40]
        raise BadResults(f"{name} is {shown}, not {_KINDS[kind]}")
    if isinstance(shape, list) and isinstance(value, list):
        for number, item in enumerate(value):
            _check(item, shape[0], f"{name}[{number}]")
    if isinstance(shape, dict) and isinstance(value, dict):
        for key, part in shape.items():
            key, optional = key.removesuffix("?"), key.endswith("?")
            if key in value:
                _check(value[key], part, key if name == "it" else f"{name}.{key}")
            elif not optional:
                raise BadResults(f"{name} lacks {key}")


def clean(text: object, limit: int = MESSAGE_LIMIT) -> str:
    """Return a text without control characters and lone surrogates, cut to a limit."""
    cut = str(text)[:limit]
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", cut.replace("\r\n", "\n").replace("\t", " "))


def build_results(name: str, verdict: Verdict) -> dict[str, Any]:
    """Return one submission's results.json.

    A problem earns its points when all of its tests pass; they are shared out among its tests,
    so that the scores of the tests add up to the score. A test that was not run has none, and no
    status either: all three are optional, and Gradescope would show a status as a failure.
    """
    scores = verdict.scores
    problems = {row["id"]: row for row in scores["problems"]}
    return {
        "score": scores["points"],
        "max_score": scores["possible"] + scores["not_run"],
        "execution_time": round(verdict.seconds, 1),
        "visibility": "visible",
        "output": _headline(verdict),
        "tests": [_test(test, problems[test["problem"]], scores) for test in scores["tests"]],
        "extra_data": {
            "submission": clean(name, 200),
            "points": scores["points"],
            "possible": scores["possible"],
            "not_run": scores["not_run"],
            "problems": [{**row, "message": clean(row["message"])} for row in scores["problems"]],
            "tests": [{**row, "message": clean(row["message"])} for row in scores["tests"]],
            "measured": scores.get("measured", []),
            "ended": verdict.ended,
            "reason": clean(verdict.reason),
            "seed": verdict.seed,
            "protection": verdict.protection,
            "versions": verdict.versions,
        },
    }


def _headline(verdict: Verdict) -> str:
    scores = verdict.scores
    lines = [f"{scores['points']} of {scores['possible']} points"]
    if scores["not_run"]:
        lines.append(f"{scores['not_run']} more points were not run on this machine")
    if verdict.reason:
        lines.append(clean(verdict.reason))
    return "\n".join(lines)


def _test(test: dict[str, Any], problem: dict[str, Any], scores: dict[str, Any]) -> dict[str, Any]:
    row = {
        "name": f"{problem['id']}: {test['id'].rsplit('::', 1)[-1]}",
        "number": problem["section"],
        "output": clean(test["message"]),
        "visibility": "visible",
    }
    if test["outcome"] == "not run":  # no status and no score: it is no failure, nor points lost
        return {**row, "output": f"not run: {row['output']}"}
    if test["outcome"] == "passed" and problem["status"] != "passed":
        row["output"] = f"passed; {problem['id']} earns its points when all of its tests pass"
    siblings = sum(
        other["problem"] == test["problem"] and other["outcome"] != "not run"
        for other in scores["tests"]
    )
    share = problem["points"] / siblings
    return {
        **row,
        "score": share if problem["status"] == "passed" else 0.0,
        "max_score": share,
        "status": "passed" if test["outcome"] == "passed" else "failed",
    }


def some_of(names: Sequence[str]) -> str:
    """Return the first five names, for a line that is to stay one."""
    return ", ".join([*names[:5], *(["…"] if len(names) > 5 else [])])


def write_results(folder: Path, results: dict[str, Any]) -> None:
    """Write junit.xml and then results.json, whose presence says that the submission is done."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the seed is in there, and answers
    write_whole(folder / "junit.xml", junit_xml(results))
    write_whole(folder / "results.json", json.dumps(results, indent=1) + "\n")


def junit_xml(results: dict[str, Any]) -> str:
    """Return the results as JUnit XML, a test case a test."""
    tests = results["extra_data"]["tests"]
    outcomes = [test["outcome"] for test in tests]
    suite = ET.Element(
        "testsuite",
        name=results["extra_data"]["submission"],
        tests=str(len(tests)),
        failures=str(sum(outcome in ("failed", "to do") for outcome in outcomes)),
        skipped=str(outcomes.count("not run")),
        time=str(results["execution_time"]),
    )
    for test in tests:
        case = ET.SubElement(
            suite,
            "testcase",
            classname=test["problem"],
            name=test["id"],
            time=f"{test['seconds']:.3f}",
        )
        if test["outcome"] == "not run":
            ET.SubElement(case, "skipped", message=test["message"])
        elif test["outcome"] != "passed":
            first = (test["message"].splitlines() or [""])[0]
            ET.SubElement(case, "failure", message=first).text = test["message"]
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
