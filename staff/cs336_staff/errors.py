"""What stops a run: one clear error, and what is to be done once its cause is mended."""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

GOES_ON = "the same command goes on from here (--no-resume begins again)"


class BatchError(ValueError):
    """A class cannot be graded as asked; the message says why and what to do."""


def os_error_text(error: OSError) -> str:
    """Return an OSError's text, with the files that it names in front."""
    names = " → ".join(str(name) for name in (error.filename, error.filename2) if name is not None)
    what = error.strerror or str(error)
    return f"{names}: {what}" if names else what


@contextmanager
def one_clear_error(then: str = GOES_ON) -> Iterator[None]:
    """Turn what this machine cannot do (a full disk, a file that nobody may read) into an error."""
    try:
        yield
    except OSError as error:
        raise BatchError(f"{os_error_text(error)}; with that mended, {then}") from error


def cannot_grade(name: str, error: OSError) -> BatchError:
    """Return the error that a submission cannot be graded, by no fault of its own."""
    why = os_error_text(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        places = " and ".join(sorted({"/tmp", tempfile.gettempdir()}))
        why += f" (temporary files are in {places})"
    return BatchError(
        f"{name} cannot be graded on this machine: {why}; with that mended, {GOES_ON}"
    )
