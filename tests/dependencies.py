"""Exit with one clear error if packages are missing. Import this module before any of them."""

import sys
from importlib.util import find_spec

_PACKAGES = ("torch", "numpy", "einops", "jaxtyping", "pytest", "pytest_timeout")
if missing := [name for name in _PACKAGES if find_spec(name) is None]:
    print(f"{sys.executable} has no {', '.join(missing)}.", file=sys.stderr)
    print("Activate your environment, then: pip install -e .", file=sys.stderr)
    sys.exit(4)
