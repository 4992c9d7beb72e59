"""Compare a loss that came back as a number."""

import math
from typing import Any

import numpy as np

from tests.harness.checks.values import Misconceptions, fail, mistakes
from tests.harness.runtime.describe import describe


def assert_loss(
    actual: Any,
    expected: float,
    *,
    length: int,
    misconceptions: Misconceptions | None = None,
    near: float = 1e-5,
) -> None:
    """Assert that actual is a float and equals a mean of `length` squares, summed in float32.

    Args:
        actual: what the submission returned.
        expected: the loss in float64.
        length: how many squares it is the mean of.
        misconceptions: sentences and the losses that the mistakes they describe would give.
        near: how far from a mistake's loss, as a share of it, one may be that has made it.
    """
    assert_is_number(actual, "the loss")
    tolerance = (length + 8) * 2.0**-23 * abs(expected)
    if not abs(float(actual) - expected) <= tolerance:
        off = {
            text: abs(actual - wrong)
            for text, wrong in mistakes(misconceptions)
            if math.isclose(actual, wrong, rel_tol=near) and not abs(wrong - expected) <= tolerance
        }  # what gives the right loss here is not the mistake
        least = min(off.values(), default=0.0) + 2.0**-23 * abs(expected)
        hints = [text for text in off if off[text] <= least]  # other dtypes may come near, too
        fail(f"the loss is {float(actual)!r}, expected {expected!r}", *hints)


def assert_is_number(actual: Any, what: str) -> None:
    """Assert that actual is a Python or NumPy float, not a tensor."""
    if type(actual) is not float and not isinstance(actual, np.floating):
        fail(f"{what} should be a Python float, got {describe(actual)}")
