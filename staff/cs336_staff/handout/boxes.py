"""Place the boxes of the problems: none is broken over two pages, and none leaves a page blank.

A box that does not fit under its text is moved to the top of the next page, and the text goes on
above it. Which boxes are moved follows from how long the text is: handout/moved.json lists them.
"""

import json
from dataclasses import dataclass

from cs336_staff.handout.pages import HANDOUT, query

MOVED = HANDOUT / "moved.json"
LARGEST_GAP = 0.10  # the part of a page that may be blank above a box


@dataclass(frozen=True)
class Box:
    """Where a problem's box is: `gap` is the part of a page that is blank since it did not fit."""

    problem: str
    pages: tuple[int, int]
    full: float
    gap: float


def boxes(moved: list[str]) -> list[Box]:
    """Return all boxes, in the order of the text, if those of `moved` are on the next page."""
    marks: dict[str, dict[str, tuple[int, float]]] = {}
    for item in query("<box>", moved=json.dumps(moved)):
        mark = item["value"]
        marks.setdefault(mark["id"], {})[mark["what"]] = (mark["page"], mark["full"])
    found = []
    for problem, mark in marks.items():
        (begins, _), (ends, full) = mark["begins"], mark["ends"]
        text_page, text_full = mark.get("text", (begins, 0.0))
        gap = 0.0 if text_page == begins else 1 - text_full
        found.append(Box(problem, (begins, ends), full, gap))
    return found


def place_boxes() -> list[str]:
    """Return which boxes to move: as now, up to the first gap that is too large."""
    moved = json.loads(MOVED.read_text(encoding="utf-8"))
    while True:
        placed = boxes(moved)
        large = [i for i, box in enumerate(placed) if box.gap > LARGEST_GAP]
        if not large:
            return moved
        before = [box.problem for box in placed[: large[0]]]
        moved = [p for p in before if p in moved] + [placed[large[0]].problem]
