"""Errors that a submission should raise, told from those that say that its code is not there."""

import re
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.describe import describe, describe_error, error_text
from tests.harness.runtime.loading import MissingAdapter

_NOT_THERE = (
    NotImplementedError,
    MissingAdapter,
    Mismatch,
    SyntaxError,
    ImportError,
    NameError,
)
# Also with its digits in groups of three, and times a power of ten.
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d*)?(?:e[+-]?\d+)?")
_BETWEEN = re.compile(r"(?<=[a-z])[ -](?=[a-z])")  # of “batch size”, which is batch_size


def error_of(seen: Observation) -> BaseException | None:
    """Return what an observed call raised.

    An error that says that the code is not there, or cannot run at all, is raised as it is.
    """
    if isinstance(seen.error, _NOT_THERE):
        raise seen.error
    return seen.error


def assert_raises(
    call: Callable[[], Any],
    *,
    kinds: tuple[type[Exception], ...] = (ValueError, TypeError),
    mentions: Sequence[object] = (),
    when: str,
) -> None:
    """Assert that a call raises one of `kinds` with a message that names every mention.

    An error that says that the code is not there, or cannot run at all, is raised as it is.

    Args:
        call: what to call.
        kinds: acceptable exception types.
        mentions: what the message must contain, in any case of letters: an argument's name, its
            words also apart; a value (a number in any notation); of a set, one of its members (of
            two arguments that do not fit each other, either may be named).
        when: the situation in words, for the failure ("size is larger than time").
    """
    names = " or ".join(kind.__name__ for kind in kinds)
    try:
        value = call()
    except _NOT_THERE:
        raise
    except kinds as error:
        text = error_text(error)
        missing = [_any_of(word) for word in mentions if not _mentioned(word, text)]
        if missing:
            fail(
                f"the {type(error).__name__} should name {' and '.join(missing)} when {when}; "
                f"its message is: {text or '(empty)'}"
            )
    except Exception as error:
        fail(f"expected {names}, got {describe_error(error)}, when {when}")
    else:
        fail(f"expected {names}, but the call returned {describe(value)}, when {when}")


def _mentioned(word: object, message: str) -> bool:
    words, message = word if isinstance(word, set) else (word,), message.lower()
    numbers = {float(re.sub("[,_]", "", text)) for text in _NUMBER.findall(message)}
    message += "\n" + _BETWEEN.sub("_", message)
    return any(
        str(option).lower() in message or (isinstance(option, Real) and float(option) in numbers)
        for option in words
    )


def _any_of(word: object) -> str:
    return " or ".join(sorted(map(str, word))) if isinstance(word, set) else str(word)
