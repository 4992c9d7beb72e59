"""Place the boxes of the problems: none is broken over two pages, and none leaves a page blank.

A box that does not fit under its text is moved to the top of the next page, and the text goes on
above it. Which boxes are moved follows from how long the text is: handout/moved.json lists them.
"""

import json
from dataclasses import dataclass

from cs336_staff.handout.pages import HANDOUT, query

MOVED = HANDOUT / "moved.json"
LARGEST_GAP = 0.10  # the part of a page that may be blank under the text above a box


@dataclass(frozen=True)
class Mark:
    """A place in the PDF: its page, and how much of that page is full."""

    page: int
    full: float


@dataclass(frozen=True)
class Box:
    """Where the text above a problem's box ends, and where the box begins and ends."""

    problem: str
    moved: bool
    text: Mark
    begins: Mark
    ends: Mark

    @property
    def well_placed(self) -> bool:
        """Say that the box leaves no page blank, and that a moved one is on another page."""
        pages = self.begins.page - self.text.page
        if self.moved:
            return pages > 0
        return pages == 0 or (pages == 1 and self.text.full >= 1 - LARGEST_GAP)


def boxes(moved: list[str]) -> list[Box]:
    """Return all boxes, in the order of the text, if those of `moved` are on the next page."""
    marks: dict[str, dict[str, Mark]] = {}
    for item in query("<box>", moved=json.dumps(moved)):
        mark = item["value"]
        marks.setdefault(mark["id"], {})[mark["what"]] = Mark(mark["page"], mark["full"])
    return [Box(problem, problem in moved, **mark) for problem, mark in marks.items()]


def place_boxes() -> list[str]:
    """Return which boxes to move: as now, up to the first one that is not well placed."""
    moved: list[str] = json.loads(MOVED.read_text(encoding="utf-8"))
    while True:
        kept: list[str] = []
        for box in boxes(moved):
            if box.moved == box.well_placed:  # moved and well so, or not moved and not well so
                kept.append(box.problem)
            if not box.well_placed:
                break
        else:
            return moved
        moved = kept
