"""Which problems passed: kept between runs in a small file that git ignores."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE_NAME = ".progress.json"


@dataclass
class Progress:
    """The last verdict on each problem.

    Attributes:
        rows: by problem id, the status and message of its row in `Scores.to_dict()`.
    """

    file: Path
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> "Progress":
        """Read the file in a folder; a missing or damaged one is an empty progress."""
        file = folder / FILE_NAME
        try:
            rows = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            rows = {}
        rows = rows if isinstance(rows, dict) else {}
        return cls(file, {id_: row for id_, row in rows.items() if isinstance(row, dict)})

    def update(self, rows: list[dict[str, Any]]) -> list[str]:
        """Take in new verdicts, keep them, and return the ids of problems that turned green.

        Where the file cannot be written, they are kept to the end of this process.
        """
        turned = []
        for row in rows:
            old = self.rows.get(row["id"], {})
            new = {"status": row["status"], "message": row["message"]}
            if row["status"] == "passed" != old.get("status"):
                turned.append(row["id"])
            self.rows[row["id"]] = new
        partial = self.file.with_name(self.file.name + ".new")
        with suppress(OSError):
            partial.write_text(json.dumps(self.rows, indent=1) + "\n", encoding="utf-8")
            os.replace(partial, self.file)
        return turned

    def status(self, problem: str) -> str:
        """Return the last status of a problem, "to do" where it never ran."""
        return str(self.rows.get(problem, {}).get("status", "to do"))
