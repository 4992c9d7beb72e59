"""Load checkpoints that a submission left, in a process that has none of its code.

remote_caller.py calls this for tests that look inside a checkpoint.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cs336_staff.judge.host.problem_process import ProblemProcess
from cs336_staff.judge.host.supervisor import Supervisor
from cs336_staff.judge.wire.frames import BEGIN, CALL, NONCE_BYTES, Late, Lost
from cs336_staff.judge.wire.primitives import Limits, WireError, Writer
from cs336_staff.judge.wire.replies import read_refusal
from cs336_staff.judge.wire.requests import Begin, write_request
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder


class CheckpointLoader:
    """A process that loads one problem's checkpoints with `torch.load(weights_only=True)`."""

    def __init__(
        self,
        open_supervisor: Callable[[], Supervisor],
        root: Path,
        seconds: float,
        limits: Limits,
        alone: bool,
    ) -> None:
        self._process = ProblemProcess(open_supervisor, alone)
        self._root = root
        self._seconds = seconds
        self._limits = limits

    def load(self, content: bytes) -> Any:
        """Return what a checkpoint holds; a RuntimeError says why it cannot be loaded."""
        deadline = time.monotonic() + self._seconds
        try:
            if not self._process.running:
                self._process.start()
                self._ask(BEGIN, Begin(0, self._root, False, True, 0.0), deadline)
            payload = self._ask(CALL, content, deadline)
            decoder = Decoder(payload, Table(), self._limits)
            if refusal := read_refusal(decoder.input):
                raise RuntimeError(refusal)
            return decoder.value()
        except (Late, Lost) as error:
            self._process.end_and_ask(gone=isinstance(error, Lost))
            raise RuntimeError("loading it ended or took too long") from error
        except WireError:
            self.end()
            raise

    def _ask(self, kind: int, value: Any, deadline: float) -> bytearray:
        request = Writer()
        write_request(request, Table(), value, self._limits)
        nonce = os.urandom(NONCE_BYTES)
        self._process.channel.send(kind, nonce, request, deadline)
        _, answered, payload = self._process.channel.receive(self._limits.frame, deadline)
        if answered != nonce:
            raise Lost
        return payload

    def end(self) -> None:
        """End the process, if there is one; the next checkpoint has another."""
        self._process.end()

    def close(self) -> None:
        """End the process and what it was forked from."""
        self._process.close()
