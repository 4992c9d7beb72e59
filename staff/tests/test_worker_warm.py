"""What each process of a problem would do first, their fork server has done: it is paid once."""

import subprocess
import sys

from cs336_staff.paths import ROOT

PROBE = """
import sys
from cs336_staff.judge.worker.warm import warm_up
warm_up(backward=True)
from cs336_staff.judge.worker.serve import _reset
loaded = set(sys.modules)
_reset(336)
print(*sorted(set(sys.modules) - loaded))
"""


def test_a_test_begins_without_loading_a_library():
    run = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.split() == []
