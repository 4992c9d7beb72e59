"""The sizes with which the stand-in for CUDA is used: they follow those for a device."""

import subprocess

from cs336_staff.paths import ROOT


def test_the_patch_fits_the_tests_as_they_are():
    patch = "staff/cuda_stand_in/slow_device.patch"
    command = ["git", "apply", "--check", patch]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"renew {patch}: {done.stderr}"
