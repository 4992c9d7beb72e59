#!/usr/bin/env bash
# Put the stand-in in the place of CUDA's libraries in a virtual environment that has torch built
# for CUDA and nothing that you need. README.md has what comes before and after.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${1:?usage: install.sh VENV, a virtual environment with torch built for CUDA}/bin/python
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
libraries=$(dirname "$(ls "$site"/nvidia/*/lib/libcudart.so.*[0-9] | head -1)")
torch=$site/torch
include=(-I"$here" -I"$(dirname "$libraries")/include" -I"${CUDA_HOME:-/usr/local/cuda}/include")
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
cd "$built"

# build SONAME SOURCES... -- LINKED...: with a stub for whatever else torch's libraries ask of it
build() {
  local soname=$1 sources=() objects=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do sources+=("$1"); shift; done
  [ $# -gt 0 ] && shift
  for source in "${sources[@]}"; do
    gcc -O2 -fPIC "${include[@]}" -c "$here/$source" -o "$source.o"
    objects+=("$source.o")
  done
  nm -g --defined-only "${objects[@]}" | awk 'NF == 3 {print $3}' | sort -u >have
  printf '.section .note.GNU-stack,"",@progbits\n.text\n' >stubs.s
  for name in $(grep -E "@$soname$" asked | cut -d@ -f1 | sort -u | comm -23 - have); do
    printf '.globl %s\n.type %s,@function\n%s: xorl %%eax,%%eax\nret\n' "$name" "$name" "$name"
  done >>stubs.s
  echo "VERSION { ${soname//-/_} { global: *; }; }" >version.ld
  gcc -shared -o "$soname" "${objects[@]}" stubs.s version.ld -Wl,-soname,"$soname" \
    -Wl,-rpath,'$ORIGIN' "$@" -lpthread
}

nm -D --undefined-only "$torch"/lib/*.so "$libraries"/lib*.so.* 2>/dev/null |
  awk '$1 == "U" {print $2}' | sed -E 's/^(cu[A-Z]\w*)$/\1@libcuda.so.1/' >asked
for name in $(cat "$here/driver_calls.txt"); do echo "$name@libcuda.so.1"; done >>asked
strings "$torch/lib/libc10_cuda.so" | grep -E '^nvml[A-Z]\w+$' | sed 's/$/@libnvidia-ml.so.1/' >>asked
runtime=$(basename "$(ls "$libraries"/libcudart.so.*[0-9])")
blas=$(basename "$(ls "$libraries"/libcublas.so.*[0-9])")
blaslt=$(basename "$(ls "$libraries"/libcublasLt.so.*[0-9])")
build "$runtime" streams.c memory.c device.c
build "$blaslt" blaslt.c -- "./$runtime"
build "$blas" blas.c -- "./$runtime" "./$blaslt"
build libcuda.so.1 driver.c
build libnvidia-ml.so.1 nvml.c
g++ -O1 -std=c++20 -shared -fPIC "${include[@]}" -I"$torch/include" "$here/kernels.cpp" \
  -o kernels.so -L"$torch/lib" -ltorch_cpu -lc10 -lc10_cuda "./$runtime" -Wl,-rpath,"$torch/lib"
cp lib*.so.* "$libraries"

# torch loads what its entry points name, at the end of its import.
package=$site/cuda_stand_in
mkdir -p "$package" "$package-1.dist-info"
cp kernels.so "$package"
cat >"$package/__init__.py" <<'PYTHON'
def load():
    from pathlib import Path

    import torch

    torch.ops.load_library(Path(__file__).with_name("kernels.so"))
PYTHON
printf 'Metadata-Version: 2.1\nName: cuda-stand-in\nVersion: 1\n' >"$package-1.dist-info/METADATA"
printf '[torch.backends]\nstand_in = cuda_stand_in:load\n' \
  >"$package-1.dist-info/entry_points.txt"
echo "export LD_LIBRARY_PATH=$libraries"
