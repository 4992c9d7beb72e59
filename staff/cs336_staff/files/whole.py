"""Write a file so that it is there complete or not at all."""

import os
from pathlib import Path


def write_whole(file: Path, text: str, mode: int = 0o666) -> None:
    """Write a file so that it is there complete or not at all; an OSError names the file."""
    partial = file.with_name(f".{file.name}.{os.getpid()}")

    def opener(path: str, flags: int) -> int:
        return os.open(path, flags, mode)

    try:
        with open(partial, "w", encoding="utf-8", opener=opener) as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        partial.unlink(missing_ok=True)
