"""The graded problems, read from tests/problems.toml, the one place that lists them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROBLEMS_TOML = Path(__file__).parents[1] / "problems.toml"


@dataclass(frozen=True)
class Problem:
    """One graded unit of the handout."""

    id: str
    title: str
    module: str
    section: str
    points: int
    cuda: bool = False


@cache
def load_problems() -> dict[str, Problem]:
    """Return all problems by id, in the order of the handout."""
    with PROBLEMS_TOML.open("rb") as file:
        tables = tomllib.load(file)["problem"]
    return {table["id"]: Problem(**table) for table in tables}
