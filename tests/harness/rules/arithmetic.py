"""The rule of handout §3: shapes and strides are computed, and no tensor is built to query it."""

from collections.abc import Sequence

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.rules.forbidden_names import STRIDED_ARRAYS, STRIDES_OF_TORCH, assert_avoids
from tests.harness.runtime.trace import Op

_HINT = "compute it from the numbers that are given"


def could_be_queried(op: Op) -> bool:
    """Return whether an operator had a tensor that knows a shape or strides worth a query.

    Computing with the sizes or strides themselves, a vector or a table of a few numbers, is
    allowed: a tensor that could be queried has more dims, those of size 1 left out (torch.einsum
    makes some on its way), or a size over 8.
    """
    shapes = [*op.input_shapes, *op.output_shapes]
    return any(
        max(shape, default=0) > 8 or sum(size != 1 for size in shape) > 2 for shape in shapes
    )


def assert_queries_nothing(adapters: Adapters, ops: Sequence[Op], name: str) -> None:
    """Assert that an answer of tensors.py queries no tensor and no array.

    Args:
        adapters: the submission.
        ops: the operators that ran in a call of its adapter.
        name: its function or class.
    """
    for op in ops:
        if could_be_queried(op):
            fail(f"a tensor was built to query it: {op.name} ran", _HINT)
    forbidden = STRIDED_ARRAYS | STRIDES_OF_TORCH
    assert_avoids(adapters, "cs336_basics/tensors.py", name, forbidden, _HINT)
