"""Judge submissions: the suite runs here, their code in sandboxed workers.

    with Judge(JudgeSettings(seed=secrets.randbits(64))) as judge:
        verdict = judge.grade(Path("submission"))

`grade` may be called from several threads at a time; each call is a process of its own.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from cs336_staff.judge.settings import Budgets, JudgeFailed, JudgeSettings, SandboxUnavailable
from cs336_staff.paths import ROOT
from cs336_staff.verdict import Verdict

__all__ = ["Budgets", "Judge", "JudgeFailed", "JudgeSettings", "SandboxUnavailable", "Verdict"]

_START_SECONDS = 300.0


class Judge:
    """A warm judge. It holds torch, the collected suite and a worker's fork server ready."""

    def __init__(self, settings: JudgeSettings) -> None:
        self.settings = settings
        self.tests: list[str] = []
        self._replies: dict[int, dict[str, Any]] = {}
        self._changed = threading.Condition()
        self._next = 0
        self._over = ""
        self._listener: threading.Thread | None = None

    def __enter__(self) -> "Judge":
        self._log = tempfile.TemporaryFile()
        self._socket, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "cs336_staff.judge.server"),
                *(str(theirs.fileno()), json.dumps(self.settings.to_dict())),
            ],
            cwd="/",
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "staff"), str(ROOT)])},
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        self._socket.settimeout(_START_SECONDS)
        self._lines = self._socket.makefile("rb")
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        self._socket.settimeout(None)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        return self

    def _wait_until_ready(self) -> None:
        try:
            line = self._lines.readline()
        except TimeoutError:
            line = b""
        message = json.loads(line) if line else {}
        if "unavailable" in message:
            raise SandboxUnavailable(message["unavailable"])
        if "ready" not in message:
            raise JudgeFailed(f"the judge did not start:\n{message or self._last_words()}")
        self.tests = message["ready"]

    def _last_words(self) -> str:
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 4000))
        return self._log.read().decode("utf-8", "replace").strip()

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._listener:
            self._listener.join()
        self._lines.close()
        self._socket.close()
        self._log.close()

    def _listen(self) -> None:
        try:
            for line in self._lines:
                message = json.loads(line)
                with self._changed:
                    self._replies[message.get("id", -1)] = message
                    self._changed.notify_all()
        except (OSError, ValueError):
            pass
        with self._changed:
            self._over = "the judge's process ended"
            self._changed.notify_all()

    def grade(
        self, submission: Path, *, seed: int | None = None, problems: Collection[str] = ()
    ) -> Verdict:
        """Judge a submission: a folder with adapters.py and cs336_basics/.

        Args:
            submission: the folder; nothing in it runs in this process, or is changed.
            seed: another seed than the settings'.
            problems: ids of the problems to run; all where empty.
        """
        from cs336_staff.judge.sandbox import SANDBOXED, UNSANDBOXED

        seed = self.settings.seed if seed is None else seed
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="cs336-", dir="/tmp") as folder:
            scratch, scores = Path(folder) / "t", Path(folder) / "scores.json"
            scratch.mkdir()
            status = self._ask(
                {
                    "submission": str(submission.resolve()),
                    "scratch": str(scratch),
                    "scores": str(scores),
                    "seed": seed,
                    "problems": sorted(problems),
                }
            )
            found = json.loads(scores.read_text(encoding="utf-8")) if scores.exists() else None
        return Verdict(
            scores=found if found is not None else self._nothing(_ended(status)),
            ended=_ended(status),
            reason="" if found is not None else f"the judge gave no verdict: {_ended(status)}",
            seconds=time.monotonic() - start,
            protection=SANDBOXED if self.settings.sandbox else UNSANDBOXED,
            seed=seed,
        )

    def _nothing(self, how: str) -> dict[str, Any]:
        from cs336_staff.inprocess import nothing_earned

        return nothing_earned(f"the judge gave no verdict: {how}", self.settings.require_cuda)

    def _ask(self, request: dict[str, Any]) -> int:
        with self._changed:
            self._next += 1
            number = self._next
            self._socket.sendall(json.dumps({**request, "id": number}).encode() + b"\n")
            self._changed.wait_for(lambda: number in self._replies or self._over)
            if number not in self._replies:
                raise JudgeFailed(f"{self._over}:\n{self._last_words()}")
            return int(self._replies.pop(number)["status"])


def _ended(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code else "completed"
