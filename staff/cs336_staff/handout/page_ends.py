"""Choose where each page of the PDF ends: the least bad places for all pages together.

The handout is laid out once on a page without an end, on which each place where a page may end
says how far down it is (`may-end` in handout/lib.typ). The best way to cut this page into A4 pages
follows by dynamic programming, as TeX cuts paragraphs into lines. handout/ends.json is the result.
"""

import math
from dataclasses import dataclass

from cs336_staff.handout.pages import HANDOUT, query

ENDS = HANDOUT / "ends.json"
HEIGHT = (297 - 2 * 22) * 72 / 25.4  # of the text of a page, in points
LINE = 14.28  # from one line of a paragraph to the next
LEADING = 7.04  # of this, what is between two lines
LARGEST_GAP = 0.095  # the part of a page that may be blank

# How bad a page's end is in front of each kind of thing.
_COST = {
    "heading": 0,
    "text": 2,
    "after figure": 2,
    "line": 3,  # inside a paragraph
    "why": 3,
    "figure": 3,
    "point": 3,
    "takeaway": 3,
    "rest": 4,  # of a sentence, after a formula on a line of its own
    "box": 4,
    "deliverable": 5,
    "formula": 7,
    "first point": 8,
    "note": 8,
    "further": 8,
    "item": 8,  # of a deliverable
    "first item": 9,
    "prompt": 9,
    "table": 12,
}
_BLANK = 20  # for a whole page
_TOO_BLANK = 5000  # for a whole page more than LARGEST_GAP
# How much of what is above a place is space, in points; above a paragraph it is 9.
_ABOVE = {"heading 1": 26, "heading 2": 21, "box": 14, "point": 7, "deliverable": 0}
_ABOVE |= {"after figure": 0, "note": 0, "first item": 2, "item": 0, "prompt": -2}
_INSET = 7  # of a box, again at the top of a page
_BREAKABLE = {"text", "rest", "why", "point", "first point"}  # between two of its lines


@dataclass(frozen=True)
class Place:
    """A place at which a page may end: its number, what comes next, and how far down it is."""

    number: int | None  # None inside a paragraph, where Typst ends a page that is full
    kind: str
    y: float

    @property
    def cost(self) -> int:
        """Return how bad it is if a page ends here."""
        return _COST[self.kind.rstrip(" 123")]

    @property
    def top(self) -> float:
        """Return how far down the text of a page begins that begins here."""
        return self.y - _INSET * (self.kind in ("note", "prompt", "item", "first item"))

    @property
    def bottom(self) -> float:
        """Return how far down what is above it ends."""
        return self.y - _ABOVE.get(self.kind, 9)


def places() -> list[Place]:
    """Return all places between the first heading and the references, in order."""
    marks = [item["value"] for item in query("<place>", endless="yes")]
    headings = [i for i, mark in enumerate(marks) if mark["kind"] == "heading 1"]
    found: list[Place] = []
    in_figure = False
    for i in range(headings[0], headings[-1] + 1):
        kind, before = marks[i]["kind"], marks[i - 1]["kind"]
        in_figure = before == "figure" or (in_figure and before != "after figure")
        in_part = marks[i]["inside"] and kind in ("text", "rest", "table", "formula")
        if in_part or (in_figure and kind != "after figure"):
            continue
        if i > headings[0] and before in _BREAKABLE:
            found += _lines(marks[i - 1]["y"], marks[i]["y"] - _ABOVE.get(kind, 9))
        if i == headings[0] or not before.startswith("heading"):
            found.append(Place(i + 1, kind, marks[i]["y"]))
    return found


def _lines(start: float, end: float) -> list[Place]:
    """Return the places inside a paragraph: two lines are left on either side."""
    lines = int((end - start + LEADING) / LINE + 0.2)
    return [Place(None, "line", start + i * LINE + 9 - LEADING) for i in range(2, lines - 1)]


def page_ends() -> list[int]:
    """Return the numbers of the places at which a page ends."""
    stops = places()
    best: list[tuple[float, list[int | None]]] = [(0.0, [])]  # of the pages before each place
    for end, stop in enumerate(stops[1:], 1):
        ways: list[tuple[float, list[int | None]]] = [(math.inf, [])]
        for start in range(end - 1, -1, -1):
            room = HEIGHT - (stop.bottom - stops[start].top)
            if room < (0 if stops[start].number else LINE):  # a line more may have to fit
                break
            if stop.number is None and room > LINE:
                continue
            cost, ends = best[start]
            cost += stop.cost + _BLANK * room / HEIGHT
            cost += _TOO_BLANK * max(0, room / HEIGHT - LARGEST_GAP)
            ways.append((cost, [*ends, stop.number]))
        best.append(min(ways, key=lambda way: way[0]))
    return [number for number in best[-1][1] if number]
