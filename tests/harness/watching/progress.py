"""The latest verdict on each problem, kept between runs in a small file that git ignores."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.harness.plugin.scores import PASSED, TODO, ProblemScore

FILE_NAME = ".progress.json"


@dataclass(frozen=True)
class LastVerdict:
    """A problem's status when it was last run, and the failure as a student reads it."""

    status: str
    text: str


@dataclass
class Progress:
    """The latest verdict on each problem.

    Attributes:
        file: where it is kept.
        verdicts: by problem id.
    """

    file: Path
    verdicts: dict[str, LastVerdict] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> "Progress":
        """Read the file in a submission's folder; a missing or damaged file has no verdicts."""
        file = folder / FILE_NAME
        try:
            rows = json.loads(file.read_text(encoding="utf-8"))
            return cls(file, {id_: LastVerdict(**row) for id_, row in rows.items()})
        except (OSError, ValueError, TypeError, AttributeError):
            return cls(file)

    def update(self, rows: Iterable[ProblemScore]) -> list[str]:
        """Save new verdicts; return the ids of problems that pass and did not before.

        If the file cannot be written, the verdicts last until this process ends.
        """
        newly_passed = []
        for row in rows:
            id_ = row.problem.id
            if row.status == PASSED != self.status(id_):
                newly_passed.append(id_)
            self.verdicts[id_] = LastVerdict(row.status, row.text)
        partial = self.file.with_name(self.file.name + ".new")
        with suppress(OSError):
            data = {id_: asdict(verdict) for id_, verdict in self.verdicts.items()}
            partial.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
            os.replace(partial, self.file)
        return newly_passed

    def status(self, problem: str) -> str:
        """Return the latest status of a problem; "to do" if it never ran."""
        return self.verdicts[problem].status if problem in self.verdicts else TODO
