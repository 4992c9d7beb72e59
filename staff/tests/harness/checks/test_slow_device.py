"""The sizes for the stand-in for CUDA match those for a device."""

import subprocess

from cs336_staff.paths import ROOT


def _fits(*options: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "apply", "--check", *options, "staff/cuda_stand_in/slow_device.patch"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_patch_fits_the_tests_as_they_are():
    if _fits("--reverse").returncode:  # else it is applied, for the stand-in
        done = _fits()
        assert done.returncode == 0, f"renew it: {done.stderr}"
