"""Why a test did not pass: made once, carried as data, rendered where it is shown."""

from dataclasses import dataclass
from typing import Any, NoReturn

# Why a CUDA test was not run, where another device or another time may run it.
NO_DEVICE, INCONCLUSIVE = "no CUDA device", "inconclusive"
_MOST_OF_MESSAGE, _MOST_OF_HINT = 4000, 400  # characters


@dataclass(frozen=True)
class Failure:
    """Why a test failed, is to do, or was not run.

    Attributes:
        message: what happened. It may have several lines, and quote the submission.
        hints: which mistakes it looks like, and what to do.
        kind: of a test that was not run: NO_DEVICE, INCONCLUSIVE, or "".
        error: the exception's type, such as "IndexError"; "Mismatch" where a result is wrong.
        stub: id of the problem whose unwritten stub was reached; "" for any other error.
        python: the version that could not parse a file; "" for any other error.
        raised_in: the submission's line that raised; "" where the submission returned.
        called: the adapter call, with its arguments described.
        raised_in_test: the line of a test that raised; "" where the submission did.
        section: the handout's section to read; "" where the handout does not help.
    """

    message: str
    hints: tuple[str, ...] = ()
    kind: str = ""
    error: str = ""
    stub: str = ""
    python: str = ""
    raised_in: str = ""
    called: str = ""
    raised_in_test: str = ""
    section: str = ""

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Failure":
        """Return the failure that `dataclasses.asdict` turned into data."""
        return cls(**{**data, "hints": tuple(data["hints"])})

    def opening(self) -> list[str]:
        """Return the lines that say what happened; the submission's further ones are indented."""
        return _lines(f"{self.kind}: {self.message}" if self.kind else self.message) or [""]

    def closing(self) -> list[str]:
        """Return the lines that explain it: hints, the call, where to read."""
        parts = [f"read by Python {self.python}"] if self.python else []
        parts += [f"hint: {hint}" for hint in self.hints]
        parts += [f"raised in {self.raised_in}"] if self.raised_in else []
        parts += [called_line(self)] if self.called else []
        parts += [f"raised in {self.raised_in_test}"] if self.raised_in_test else []
        parts += [f"read: handout §{self.section}"] if self.section else []
        return [line for part in parts for line in _lines(part)]

    def text(self) -> str:
        """Return the failure as a student reads it."""
        if self.stub:
            return f"{self.message}: see handout §{self.section}"
        return "\n".join([*self.opening(), *self.closing()])


def called_line(failure: Failure) -> str:
    """Return the line of a failure's text that shows its call."""
    return f"called: {failure.called}"


def _lines(text: str) -> list[str]:
    return "\n    ".join(text.splitlines()).split("\n") if text else []


class Mismatch(AssertionError):
    """A result that is not what the handout asks for.

    Attributes:
        message: what differs, for the student.
        hints: which mistakes it looks like.
    """

    def __init__(self, message: str, *hints: str) -> None:
        super().__init__(message, *hints)
        self.message, self.hints = message, hints

    def __str__(self) -> str:
        return Failure(self.message, self.hints).text()


def fail(message: str, *hints: str) -> NoReturn:
    """Fail with a message and hints; both may quote what a submission says. Skip empty hints."""
    raise Mismatch(message[:_MOST_OF_MESSAGE], *(hint[:_MOST_OF_HINT] for hint in hints if hint))
