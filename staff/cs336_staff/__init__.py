"""The command `cs336-staff`: check, release, grade, audit, diff, report. cli.py comes first.

A package for each command (check, grading, audit, release, compare, report), and below these
uploads, judge, results and files. Imports go down only; staff/ARCHITECTURE.md shows the layers.
"""

import sys

from cs336_staff.paths import ROOT

# The suite and its harness are part of the repository, not of an installed package.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
