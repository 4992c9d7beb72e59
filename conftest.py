"""Load the harness: options, markers, fixtures, scoring and the summary table."""

import gc
import sys
from importlib.util import find_spec

gc.disable()  # until tests are collected: what loading torch makes stays, none of it is garbage

pytest_plugins = ["tests.harness.plugin", "tests.harness.files"]

needed = ("torch", "numpy", "einops", "jaxtyping", "pytest_timeout")
if missing := [name for name in needed if find_spec(name) is None]:
    print(f"{sys.executable} has no {', '.join(missing)}.", file=sys.stderr)
    print("Activate your environment, then: pip install -e .", file=sys.stderr)
    sys.exit(4)
