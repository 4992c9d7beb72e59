"""The memory that a call takes and torch does not see: Python's, NumPy's, mapped files'."""

import re
import tracemalloc
from types import TracebackType

_IN_MEMORY = re.compile(r"^Rss(?:File|Shmem):\s*(\d+) kB$", re.MULTILINE)


class PythonMemory:
    """Count within a `with` block.

    Attributes:
        peak_bytes: the peak of what Python and NumPy allocated.
        mapped_bytes: bytes of mapped files that were read and stay in memory; None where the system
            does not say (Linux does, in /proc).
    """

    def __init__(self) -> None:
        self.peak_bytes: int | None = None
        self.mapped_bytes: int | None = None

    def __enter__(self) -> "PythonMemory":
        """Begin to count."""
        self._before = _mapped_bytes()
        tracemalloc.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the count."""
        self.peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        after = _mapped_bytes()
        if self._before is not None and after is not None:
            self.mapped_bytes = max(0, after - self._before)


def _mapped_bytes() -> int | None:
    """Return how many bytes of the files that this process maps are in memory."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:
            found = _IN_MEMORY.findall(status.read())
    except OSError:
        return None
    return sum(map(int, found)) * 1024 if found else None
