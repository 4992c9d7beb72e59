"""The latest verdict on each problem, kept between runs in a small file that git ignores."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE_NAME = ".progress.json"


@dataclass
class Progress:
    """The latest verdict on each problem.

    Attributes:
        file: where it is kept.
        rows: the status and message of each problem's row in `Scores.to_dict()`, by problem id.
    """

    file: Path
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> "Progress":
        """Read the file in a submission's folder; a missing or damaged file has no verdicts."""
        file = folder / FILE_NAME
        try:
            rows = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            rows = {}
        rows = rows if isinstance(rows, dict) else {}
        return cls(file, {id_: row for id_, row in rows.items() if isinstance(row, dict)})

    def update(self, rows: list[dict[str, Any]]) -> list[str]:
        """Save new verdicts; return the ids of problems that pass and did not before.

        If the file cannot be written, the verdicts last until this process ends.
        """
        newly_passed = []
        for row in rows:
            old = self.rows.get(row["id"], {})
            new = {"status": row["status"], "message": row["message"]}
            if row["status"] == "passed" != old.get("status"):
                newly_passed.append(row["id"])
            self.rows[row["id"]] = new
        partial = self.file.with_name(self.file.name + ".new")
        with suppress(OSError):
            partial.write_text(json.dumps(self.rows, indent=1) + "\n", encoding="utf-8")
            os.replace(partial, self.file)
        return newly_passed

    def status(self, problem: str) -> str:
        """Return the latest status of a problem; "to do" if it never ran."""
        return str(self.rows.get(problem, {}).get("status", "to do"))
