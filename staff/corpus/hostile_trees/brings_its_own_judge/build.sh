#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside packages of the names that the judge's own code has.
set -eu
top="$2/brings_its_own_judge"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
mkdir -p tests/harness/checks tests/harness/runtime cs336_staff/judge/wire \
    cs336_staff/judge/sandboxed staff/cs336_staff cs336_basics/tests
for folder in tests tests/harness tests/harness/* cs336_staff cs336_staff/judge \
    cs336_staff/judge/* staff/cs336_staff cs336_basics/tests; do
    printf 'import os\nos._exit(0)\n' > $folder/__init__.py
done
cp tests/__init__.py tests/harness/checks/values.py
cp tests/__init__.py tests/harness/runtime/conditions.py
cp tests/__init__.py cs336_staff/judge/sandboxed/serve.py
cp tests/__init__.py cs336_staff/paths.py
printf 'def test_all(): pass\n' > tests/test_memory.py
