"""Errors that a submission should raise, as opposed to those of code that is missing."""

import re
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.describe import describe, describe_error, error_text
from tests.harness.runtime.loading import MissingAdapter

_CODE_IS_MISSING = (
    NotImplementedError,
    MissingAdapter,
    Mismatch,
    SyntaxError,
    ImportError,
    NameError,
)
# Digits may be in groups of three; a power of ten may follow.
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d*)?(?:e[+-]?\d+)?")
_WORD_GAP = re.compile(r"(?<=[a-z])[ -](?=[a-z])")  # “batch size” names batch_size


def error_of(seen: Observation) -> BaseException | None:
    """Return the error of an observed call, None if it raised none.

    Raises:
        BaseException: the call's own error, if it says that the code is missing or cannot run.
    """
    if isinstance(seen.error, _CODE_IS_MISSING):
        raise seen.error
    return seen.error


def assert_raises(
    call: Callable[[], Any],
    *,
    kinds: tuple[type[Exception], ...] = (ValueError, TypeError),
    mentions: Sequence[object] = (),
    every: bool = False,
    when: str,
) -> None:
    """Assert that a call raises one of `kinds` with a message that shows what was wrong.

    Args:
        call: what to call, without arguments.
        kinds: acceptable exception types.
        mentions: of which the message must contain one, in upper or lower case: an argument's
            name, with underscores or spaces; a value (a number in any notation, a tuple as a list
            too); or a set of these.
        every: the message must contain all mentions; of a set, one member.
        when: the situation, for the failure message ("size is larger than time").

    Raises:
        BaseException: the call's own error, if it says that the code is missing or cannot run.
    """
    names = " or ".join(kind.__name__ for kind in kinds)
    try:
        value = call()
    except _CODE_IS_MISSING:
        raise
    except kinds as error:
        text = error_text(error)
        missing = [_alternatives(word) for word in mentions if not _mentions(text, word)]
        if missing and (every or len(missing) == len(mentions)):
            wanted = (" and " if every else " or ").join(dict.fromkeys(missing))
            fail(
                f"the {type(error).__name__} should name {wanted} when {when}; "
                f"its message is: {text or '(empty)'}",
                "a message names the argument or its value (handout §1)"
                if len(mentions) > 1 and not every
                else "",
            )
    except Exception as error:
        fail(f"expected {names}, got {describe_error(error)}, when {when}")
    else:
        fail(f"expected {names}, but the call returned {describe(value)}, when {when}")


def _mentions(message: str, word: object) -> bool:
    words: list[object] = [*word] if isinstance(word, set) else [word]
    words += [list(option) for option in words if isinstance(option, tuple)]
    message = message.lower()
    numbers = {float(re.sub("[,_]", "", text)) for text in _NUMBER.findall(message)}
    message += "\n" + _WORD_GAP.sub("_", message)
    return any(
        str(option).lower() in message or (isinstance(option, Real) and float(option) in numbers)
        for option in words
    )


def _alternatives(word: object) -> str:
    if isinstance(word, set):
        return " or ".join(sorted({*map(_alternatives, word)}))
    return f"the value {word}" if isinstance(word, Real) else str(word)
