"""A thing that a problem lacks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lack:
    """A thing that is missing, in words for whoever adds the problem.

    Attributes:
        where: the problem's id; where no one problem lacks it, the file.
        what: what is missing.
        mend: what to do about it.
    """

    where: str
    what: str
    mend: str
