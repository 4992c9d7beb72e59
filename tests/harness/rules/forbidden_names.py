"""Names that an answer may not use: of functions that torch's record does not show.

They are looked for in the answer's own function or class, and nowhere else.
"""

import ast
from collections.abc import Collection

from tests.harness.checks.source_names import definitions, names_in
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail

# NumPy's ways to lay strides over memory. torch's are recorded.
STRIDED_ARRAYS = {"as_strided", "stride_tricks", "ndarray("}
# Python code of torch's that answers contiguous_strides without a tensor.
STRIDES_OF_TORCH = {"make_contiguous_strides_for"}
# What einops moves axes with: its record would take that for einops.
BELOW_EINOPS = {"_backends", "get_backend"}


def assert_avoids(
    adapters: Adapters, path: str, name: str, forbidden: Collection[str], hint: str
) -> None:
    """Assert that a function or a class mentions none of the forbidden names.

    Args:
        adapters: the submission.
        path: the file of the answer, such as "cs336_basics/tensors.py".
        name: the function or class in it.
        forbidden: the names; "name(" is one that is called.
        hint: what to do instead.
    """
    text = adapters.source(path) if adapters.has_source(path) else ""
    definition = definitions(text).get(name)
    if definition is None:
        return
    methods = {part.name for part in ast.walk(definition) if isinstance(part, ast.FunctionDef)}
    for found, line in names_in(definition).items():
        if found in forbidden and found not in methods:
            shown = text.splitlines()[line - 1].strip()[:80]
            fail(f"the answer uses {found.removesuffix('(')} ({path}, line {line}: {shown})", hint)
