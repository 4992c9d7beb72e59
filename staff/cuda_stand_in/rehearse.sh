#!/usr/bin/env bash
# Rehearse the CUDA half of the suite, the judge and the audit where there is no GPU; README.md says
# what that shows. As root on Linux x86-64 with gcc; FOLDER gets some 6 GB and is kept for the next time.
set -euo pipefail
folder=$(realpath -m "${1:?usage: rehearse.sh FOLDER [COMMAND ...]}")
shift
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
venv=$folder/venv tree=$folder/tree

if [ ! -e "$folder/environment" ]; then
  mkdir -p "$folder"
  python3 -m venv "$venv"
  # PyPI's torch is built for CUDA; === refuses a build for the CPU. The others are headers.
  "$venv/bin/pip" install --quiet 'torch===2.13.0' 'nvidia-cuda-crt==13.0.*' 'nvidia-cuda-cccl==13.0.*'
  "$root/staff/cuda_stand_in/install.sh" "$venv" >"$folder/environment.new"
  mv "$folder/environment.new" "$folder/environment"
fi
rm -rf "$tree"
git clone --quiet "$root" "$tree"
cd "$tree"
git apply staff/cuda_stand_in/slow_device.patch
. "$venv/bin/activate"
. "$folder/environment"
pip install --quiet -e . -e 'staff[dev]'

if [ $# -eq 0 ]; then
  set -- bash -euxc '
    python -m pytest -m cuda --submission=staff/solution --require-cuda
    cs336-staff grade staff/solution --require-cuda --out ../results --no-resume
    cs336-staff audit --only /cuda_'
fi
# A private /dev holds a GPU's device file, for what looks for one; this machine's stays as it is.
exec unshare --mount --propagation private bash -euc '
  dev=$(mktemp -d)
  mount -t tmpfs -o mode=755 tmpfs "$dev"
  for name in null zero full random urandom tty; do
    mknod -m 666 "$dev/$name" c $(stat -c "0x%t 0x%T" "/dev/$name")
  done
  mknod -m 666 "$dev/nvidia0" c 1 3
  mkdir "$dev/shm" "$dev/pts"
  mount --rbind /dev/shm "$dev/shm"
  mount --rbind /dev/pts "$dev/pts"
  ln -s /proc/self/fd "$dev/fd"
  ln -s pts/ptmx "$dev/ptmx"
  mount --move "$dev" /dev
  rmdir "$dev"
  exec "$@"' rehearsal "$@"
