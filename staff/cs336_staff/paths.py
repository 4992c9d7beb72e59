"""Where things are in the assignment's repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = ROOT / "staff" / "solution"
CORPUS = ROOT / "staff" / "corpus"
