"""The stand-in for a CUDA device: what of it can be checked where torch has no CUDA."""

import subprocess

from cs336_staff.paths import ROOT


def test_the_sizes_for_a_slow_device_fit_the_tests_as_they_are():
    patch = "staff/cuda_stand_in/slow_device.patch"
    command = ["git", "apply", "--check", patch]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"renew {patch}: {done.stderr}"
