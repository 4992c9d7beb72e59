#!/usr/bin/env bash
# Install what the suite, the grader and the staff's tests need, with torch for the CPU.
set -euo pipefail
sudo apt-get update -qq
sudo apt-get install -y -qq bubblewrap chromium chromium-driver slurm-wlm munge podman runc golang-github-containers-common mmdebstrap
torch=$(grep -m1 -o 'torch==[0-9.]*' pyproject.toml)
pip install "$torch" --index-url https://download.pytorch.org/whl/cpu
pip install -e . -e 'staff[dev]' pre-commit
pre-commit install
