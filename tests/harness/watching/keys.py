"""Read single keys from a terminal, without waiting for Enter."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CTRL_D = b"\x04"  # with single keys, a terminal passes it on instead of ending the input


@contextmanager
def single_keys() -> Iterator[None]:
    """Make the terminal pass on each key at once, and restore its settings at the end.

    Ctrl-Z gives the terminal to the shell, which changes these settings; after fg they are made
    again. Without a terminal, and on Windows, it changes nothing.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)

    def pass_on(*_: object) -> None:
        with suppress(OSError):  # this terminal controls no jobs
            if os.tcgetpgrp(sys.stdin.fileno()) != os.getpgrp():
                return  # in the background, after bg
        tty.setcbreak(sys.stdin)

    pass_on()
    continued = signal.signal(signal.SIGCONT, pass_on)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, continued)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_key(seconds: float) -> str | None:
    """Wait for a key.

    Without a terminal the input's characters are the keys; on Windows there are none then.

    Args:
        seconds: how long to wait.

    Returns:
        The key; "" at the end of the input; None if none was pressed.
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
    key = os.read(sys.stdin.fileno(), 1)  # sys.stdin.read would buffer further keys
    return "" if key == _CTRL_D else key.decode("latin-1")
