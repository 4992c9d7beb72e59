"""What the teaching team runs: release, grade, audit, diff, report."""

import sys

from cs336_staff.paths import ROOT

# The suite and its harness are part of the repository, not of an installed package.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
