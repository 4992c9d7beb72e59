"""Read single keys from a terminal without waiting for Enter, where there is a terminal."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_CTRL_D = b"\x04"  # a terminal that hands over single keys does not make it the end


@contextmanager
def single_keys() -> Iterator[None]:
    """Let the terminal hand over each key at once; put it back as it was at the end."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_key(seconds: float) -> str | None:
    """Return the key that is pressed within so many seconds, or None; "" at the end of the input.

    Where the input is no terminal, its characters are the keys (on Windows there are none).
    """
    if sys.platform == "win32":
        import msvcrt

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if sys.stdin.isatty() and msvcrt.kbhit():
                return msvcrt.getwch()
            time.sleep(0.02)
        return None
    import select

    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    if not ready:
        return None
    key = os.read(sys.stdin.fileno(), 1)  # sys.stdin.read would take in the keys after it too
    return "" if key == _CTRL_D else key.decode("latin-1")
