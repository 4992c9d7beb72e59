"""Comparisons whose failures say what came back, what was expected, and which mistake it is.

Most comparisons take `misconceptions`: a dict from a sentence to the value that the mistake it
describes would give. If the submission returned that value, the sentence is the failure's hint. If
the values are costly, pass a function that returns the dict: it is called for wrong results only.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
import torch
from torch import Tensor

from tests.harness.plugin.failure import fail
from tests.harness.plugin.snapshots import same_elements
from tests.harness.runtime.describe import describe

Misconceptions = Mapping[str, Any] | Callable[[], Mapping[str, Any]]

_ONLY_FLOAT32 = "this is right to float32's digits only: something on the way is a float32 tensor"

_EXPECTED_NUMBERS = ("the integer", "the float", "the bool")  # how `expected` begins for a number


def wrong_values(misconceptions: Misconceptions | None) -> Iterable[tuple[str, Any]]:
    """Return pairs of a sentence and the value that the mistake it describes would give."""
    known = misconceptions() if callable(misconceptions) else misconceptions
    return (known or {}).items()


def is_integer(value: Any) -> bool:
    """Return whether value is a Python or NumPy integer, not a bool or a subclass."""
    return type(value) is int or (
        isinstance(value, np.integer) and type(value).__module__ == "numpy"
    )


def _fail(what: str, message: str, *hints: str) -> NoReturn:
    """Fail with a message that begins with the name of what was compared, if it has one."""
    fail(f"{what}: {message}" if what else message, *hints)


def _fail_on_type(what: str, expected: str, actual: Any) -> NoReturn:
    """Fail because a result has the wrong type."""
    hints = ["is a `return` missing?"] if actual is None else []
    if type(actual) is Tensor and actual.ndim == 0 and expected.startswith(_EXPECTED_NUMBERS):
        hints = ["a tensor is no Python number, its .item() is one"]
    derived = isinstance(actual, int | float) and not isinstance(actual, bool | np.generic)
    if derived and type(actual) not in (int, float):
        hints = [f"{type(actual).__name__} is a class of its own; give a plain number"]
    _fail(what, f"expected {expected}, got {describe(actual)}", *hints)


def assert_integer(
    actual: Any, expected: int, *, misconceptions: Misconceptions | None = None, what: str = ""
) -> None:
    """Assert that actual is a Python or NumPy integer and equals expected."""
    if not is_integer(actual):
        _fail_on_type(what, f"the integer {expected}", actual)
    if int(actual) != expected:
        matches = [text for text, wrong in wrong_values(misconceptions) if wrong == int(actual)]
        matches = matches or integer_error_hints(int(actual), expected)
        _fail(what, f"expected {expected}, got {int(actual)}", *matches)


def integer_error_hints(actual: int, expected: int) -> list[str]:
    """Return a hint if a wrong integer looks like float rounding or an integer overflow."""
    if abs(expected) > 2**53 and abs(actual - expected) < abs(expected) // 2**48:
        return ["a float on the way has dropped digits: beyond 2⁵³ only integers are exact"]
    if abs(expected) >= 2**31 and (actual - expected) % 2**32 == 0:
        return ["an integer of fixed size overflowed: NumPy's do, Python's do not"]
    return []


def assert_integers(
    actual: Any,
    expected: Sequence[int],
    *,
    misconceptions: Misconceptions | None = None,
    what: str = "",
) -> None:
    """Assert that actual is a tuple, list or torch.Size of the expected integers."""
    if not isinstance(actual, tuple | list):
        _fail_on_type(what, f"the tuple {tuple(expected)}", actual)
    if not all(map(is_integer, actual)):
        _fail(what, f"expected integers {tuple(expected)}, got {describe(actual)}")
    if tuple(map(int, actual)) != tuple(expected):
        found = tuple(map(int, actual))
        matches = [text for text, wrong in wrong_values(misconceptions) if tuple(wrong) == found]
        if not matches and len(found) == len(expected):
            wrong = ((a, b) for a, b in zip(found, expected, strict=True) if a != b)
            matches = [hint for pair in wrong for hint in integer_error_hints(*pair)][:1]
        _fail(what, f"expected {tuple(expected)}, got {found}", *matches)


def assert_bool(actual: Any, expected: bool, *, what: str = "", hint: str = "") -> None:
    """Assert that actual is a Python or NumPy bool and equals expected."""
    if type(actual) not in (bool, np.bool_):
        _fail_on_type(what, f"the bool {expected}", actual)
    if bool(actual) != expected:
        _fail(what, f"expected {expected}, got {bool(actual)}", hint)


def assert_float(
    actual: Any,
    expected: float,
    *,
    operations: int = 8,
    misconceptions: Misconceptions | None = None,
    what: str = "",
) -> None:
    """Assert that actual is a real number within `operations` float64 roundings of expected."""
    if not (type(actual) is float or is_integer(actual) or isinstance(actual, np.floating)):
        _fail_on_type(what, f"the float {expected!r}", actual)
    tolerance = operations * 2.0**-52 * abs(expected)
    if not abs(float(actual) - expected) <= tolerance:
        matches = [
            text
            for text, wrong in wrong_values(misconceptions)
            if math.isclose(wrong, actual) and not abs(wrong - expected) <= tolerance
        ]  # a mistake that gives the right number is not the reason
        _fail(what, f"expected {expected!r}, got {float(actual)!r}", *matches)


def assert_tensor(
    actual: Any, shape: Sequence[int], dtype: torch.dtype, *, what: str = "", device: str = "cpu"
) -> None:
    """Assert that actual is a plain torch.Tensor of this shape, dtype and device type."""
    label = what or "the result"
    if type(actual) is not Tensor:
        _fail_on_type(what, "a plain torch.Tensor", actual)
    if tuple(actual.shape) != tuple(shape):
        fail(f"{label} has shape {tuple(actual.shape)}, expected {tuple(shape)}")
    if actual.dtype != dtype:
        fail(f"{label} has dtype {actual.dtype}, expected {dtype}")
    if actual.device.type != device:
        fail(f"{label} is on {actual.device}, expected {device}")


def assert_close(
    actual: Any,
    expected: Tensor,
    *,
    dtype: torch.dtype,
    length: int = 1,
    magnitude: Tensor | None = None,
    misconceptions: Misconceptions | None = None,
    what: str = "",
) -> None:
    """Assert that a tensor equals a float64 reference up to the rounding of its dtype.

    An element may be off by (length + 8) · eps(dtype) · magnitude: the worst case of a sum of
    `length` products in any order and a few more operations (Higham, Accuracy and Stability of
    Numerical Algorithms, §3.1).

    Args:
        actual: what the submission returned.
        expected: the exact result, in float64.
        dtype: the dtype that the result must have.
        length: how many products are summed into an element.
        magnitude: the same sums over absolute values; by default the largest |expected|.
        misconceptions: sentences, and the wrong float64 results of the mistakes they describe.
        what: the name of the result, for the message.
    """
    assert_tensor(actual, expected.shape, dtype, what=what)
    bound = _rounding_bound(expected, dtype, length, magnitude)
    value = actual.detach().double()
    wrong = ~_within(value, expected, bound)
    if wrong.any():
        matches = [
            text
            for text, other in wrong_values(misconceptions)
            if other.shape == value.shape and bool(_within(value, other.double(), bound).all())
        ]
        if dtype == torch.float64 and not matches:
            of_float32 = _rounding_bound(expected, torch.float32, length, magnitude)
            matches = [_ONLY_FLOAT32] if bool(_within(value, expected, of_float32).all()) else []
        fail(_worst_element(what, value, expected, bound, wrong), *matches)


def assert_same_elements(
    actual: Any,
    expected: Tensor,
    *,
    misconceptions: Misconceptions | None = None,
    what: str = "",
) -> None:
    """Assert that a tensor has exactly the expected dtype, shape and elements; NaN equals NaN."""
    assert_tensor(actual, expected.shape, expected.dtype, what=what)
    value = actual.detach()
    wrong = ~same_elements(value, expected)
    if wrong.any():
        matches = [
            text
            for text, other in wrong_values(misconceptions)
            if other.shape == value.shape and same_elements(value, other.to(value.dtype)).all()
        ]
        fail(_worst_element(what, value, expected, None, wrong), *matches)


def assert_fresh_result(actual: Any, expected: Tensor, *, what: str = "") -> None:
    """Assert the elements of a result, after zeros were written over an earlier call's result."""
    kept = "the caller wrote zeros over an earlier result: make a new tensor each time"
    assert_same_elements(
        actual, expected, misconceptions={kept: torch.zeros_like(expected)}, what=what
    )


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
        misconceptions: sentences, and the losses that the mistakes they describe would give.
        near: relative tolerance for recognizing a mistake's loss.
    """
    assert_is_number(actual, "the loss")
    tolerance = (length + 8) * 2.0**-23 * abs(expected)
    if not abs(float(actual) - expected) <= tolerance:
        distances = {
            text: abs(actual - wrong)
            for text, wrong in wrong_values(misconceptions)
            if math.isclose(actual, wrong, rel_tol=near) and not abs(wrong - expected) <= tolerance
        }  # a mistake that gives the right loss is not the reason
        nearest = min(distances.values(), default=0.0) + 2.0**-23 * abs(expected)
        hints = [text for text, distance in distances.items() if distance <= nearest]
        fail(f"the loss is {float(actual)!r}, expected {expected!r}", *hints)


def assert_is_number(actual: Any, what: str) -> None:
    """Assert that actual is a Python or NumPy float, not a tensor."""
    if type(actual) is not float and not isinstance(actual, np.floating):
        fail(f"{what} should be a Python float, got {describe(actual)}")


def shares_storage(a: Tensor, b: Tensor) -> bool:
    """Return whether two tensors have the same storage."""
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


def _rounding_bound(
    expected: Tensor, dtype: torch.dtype, length: int, magnitude: Tensor | None
) -> Tensor:
    if magnitude is None:
        finite = expected[expected.isfinite()].abs()
        magnitude = finite.max() if finite.numel() else torch.tensor(0.0, dtype=torch.float64)
    info = torch.finfo(dtype)
    return ((length + 8) * info.eps * magnitude + info.tiny).expand(expected.shape)


def _within(value: Tensor, expected: Tensor, bound: Tensor) -> Tensor:
    return (value == expected) | ((value - expected).abs() <= bound)


def _worst_element(
    what: str, value: Tensor, expected: Tensor, bound: Tensor | None, wrong: Tensor
) -> str:
    error = (value.double() - expected.double()).abs().nan_to_num(nan=math.inf)
    flat = int(torch.where(wrong, error, -1.0).argmax())
    index = tuple(int(i) for i in np.unravel_index(flat, expected.shape)) if expected.ndim else ()
    allowed = f" (allowed rounding: {bound[index].item():.1e})" if bound is not None else ""
    values = f"expected {expected[index].item()!r}, got {value[index].item()!r}{allowed}"
    if wrong.numel() == 1:
        return f"{what or 'the result'}: {values}"
    return (
        f"{what or 'the result'}: {int(wrong.sum())} of {wrong.numel()} elements differ; "
        f"the worst is [{', '.join(map(str, index))}]: {values}"
    )
