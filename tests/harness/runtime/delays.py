"""Hold up matmuls, so that a test can tell what of a call was timed."""

import time
from typing import Any

from tests.harness.runtime.trace import MATMULS, OperatorMode


class DelayedMatmuls(OperatorMode):
    """Hold up chosen matmuls, so that warm-up and median can be told from other choices.

    Args:
        delays: seconds, by the number of the matmul, counted from 0.
    """

    def __init__(self, delays: dict[int, float]) -> None:
        super().__init__()
        self._delays = delays
        self._seen = 0

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator, a chosen matmul later."""
        if str(func._overloadpacket) in MATMULS:
            end = time.perf_counter() + self._delays.get(self._seen, 0.0)
            self._seen += 1
            while (left := end - time.perf_counter()) > 0:
                time.sleep(left)  # asleep, so that a clock of CPU time misses it
        return super().run(func, args, kwargs)
