#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends ca-certificates python3 python3-venv

# The base image's Python may be too old; uv brings one of its own.
python3 -m venv /autograder/uv
/autograder/uv/bin/pip install uv
uv() { UV_PYTHON_INSTALL_DIR=/autograder/python /autograder/uv/bin/uv "$@"; }

uv venv --python 3.12 /autograder/venv
cd /autograder/source/assignment
torch=$(grep -m1 -o 'torch==[0-9.]*' pyproject.toml)
uv pip install --python /autograder/venv "$torch" --index-url https://download.pytorch.org/whl/cpu
uv pip install --python /autograder/venv -r pyproject.toml msgspec

# Submissions run as other users: all but Python is root's alone.
chmod -R go-rwx /autograder/source
