"""Submissions whose tensor_bytes is hostile, and readers of their verdicts."""

from cs336_staff.judge import Budgets, JudgeSettings

SEED = 0x5EC2E7_0123456789
BUDGETS = Budgets(call=3, test=9, problem=15, importing=6, memory=2**30, scratch=2**26)
SETTINGS = JudgeSettings(seed=SEED, tests=["tests/test_memory.py"], budgets=BUDGETS)


def in_tensor_bytes(*lines: str) -> str:
    """Return source of a tensor_bytes that runs these lines, then returns the right answer."""
    body = "\n".join(f"    {line}" for line in lines)
    return f"_right = tensor_bytes\n\n\ndef tensor_bytes(x):\n{body}\n    return _right(x)\n"


def lost(verdict) -> set[str]:
    return {row.problem.id for row in verdict.scores.problems if row.status != "passed"}


def message(verdict) -> str:
    rows = verdict.scores.problems
    return next(row.text for row in rows if row.problem.id == "tensor_bytes")


def proves(condition: str) -> str:
    """Return source of a tensor_bytes that is right only if the condition is false."""
    return in_tensor_bytes("import glob, os, sys, socket", f"if {condition}: return -1")
