"""End a test at its time limit on a system without SIGALRM, such as Windows.

There pytest-timeout ends the whole run, and no table is printed. Instead, a thread interrupts the
main thread, which ends the test alone, as the signal does elsewhere. That interrupts Python code;
if a call into C does not return, pytest-timeout ends the run after all.
"""

import _thread
import signal
import threading
from typing import Any

import pytest
import pytest_timeout

_PATIENCE = 10.0  # seconds that the main thread has to be interrupted


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: Any, settings: Any) -> bool | None:
    """Start the test's time; where there is SIGALRM, leave that to pytest-timeout."""
    if settings.method != "thread" or threading.current_thread() is not threading.main_thread():
        return None
    ended = threading.Event()

    def wait() -> None:
        if not ended.wait(settings.timeout):
            _thread.interrupt_main(signal.SIGTERM)
            if not ended.wait(_PATIENCE):
                pytest_timeout.timeout_timer(item, settings)

    def cancel() -> None:
        ended.set()
        thread.join()
        signal.signal(signal.SIGTERM, before)

    def fail(*_: Any) -> None:
        cancel()
        pytest_timeout.timeout_sigalrm(item, settings)

    before = signal.signal(signal.SIGTERM, fail)
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    item.cancel_timeout = cancel
    return True
