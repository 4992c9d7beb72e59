"""Count the adapter calls of the suite; the exit code is 1 if they are more than CALLS.

    python -m staff.benchmarks.calls [OPTION OF PYTEST ...]

In the judge each call crosses a process boundary. The count hardly depends on the machine (on a
busy one time_matmul's tests try a few times more), unlike the time that the suite takes:
`python -m staff.benchmarks suite`.
"""

import sys
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO

import pytest

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.paths import SOLUTION
from tests.harness.plugin.adapters import LocalCaller
from tests.harness.plugin.hooks import CALLER
from tests.harness.watching.warm import ignore_other_plugins, pytest_arguments

CALLS = 4475  # To raise it, say in the commit what the calls catch that fewer do not.


class _CountingCaller(LocalCaller):
    """Makes adapter calls, and counts them by test file."""

    def __init__(self) -> None:
        super().__init__(SOLUTION)
        self.calls: Counter[str] = Counter()
        self._file = ""

    def begin(self, test_id: str, seed: int) -> None:
        self._file = test_id.partition("::")[0]
        super().begin(test_id, seed)

    def call(self, *args):  # type: ignore[no-untyped-def]
        self.calls[self._file] += 1
        return super().call(*args)

    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[CALLER] = self


def main() -> None:
    """Run the suite on the reference, and print the numbers of calls."""
    ignore_other_plugins()
    caller = _CountingCaller()
    with redirect_stdout(StringIO()):
        code = pytest.main([*pytest_arguments(SOLUTION, 336), *sys.argv[1:]], plugins=[caller])
    for file, count in caller.calls.most_common():
        print(f"{count:>6}  {file}")
    total = caller.calls.total()
    print(f"{total:>6}  adapter calls; {CALLS} at most")
    sys.exit(code or int(total > CALLS))


if __name__ == "__main__":
    main()
