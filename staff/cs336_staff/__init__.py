"""What the teaching team runs: release, grade, audit, diff, report. cli.py comes first.

- Take uploads in: uploads, intake.
- Judge one: grade, and judge, which judges keeps for a class, or inprocess, which protects from
  nothing; verdict is what either says.
- Grade a class: grade_command, then batch, or cluster on Slurm; runs is its state on disk,
  opening checks what may join it, writers writes each folder. results, grades and report are what
  comes out, terminal shows one.
- Grade in Gradescope's container: gradescope.
- Compare: diff_command, diff, diff_view; units takes sources apart.
- Audit: audit_command, audit, audit_report; corpus, at_risk, machine.
- Release: release, cut, archive. Handout: handout. A device's figures: roofline.
- For all of them: paths, scratch, errors.
"""

import sys

from cs336_staff.paths import ROOT

# The suite and its harness are part of the repository, not of an installed package.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
