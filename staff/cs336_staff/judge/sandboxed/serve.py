"""The problem process: import a submission and carry out the calls of one problem's tests.

The supervisor forks it and calls `serve`. Everything here shares its memory with the submission.
"""

import io
import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType, ModuleType

import torch

from cs336_staff.judge.wire.changes import Before
from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.frames import BEGIN, CALL, IMPORTED, REPLY, WHERE, Channel, Lost
from cs336_staff.judge.wire.primitives import Limits, Reader, Writer
from cs336_staff.judge.wire.replies import RESULT, write_refusal, write_reply
from cs336_staff.judge.wire.requests import Begin, Call, read_request
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Encoder
from tests.harness.runtime.conditions import (
    UNCONDITIONAL,
    Conditions,
    Observation,
    observe_call,
    reset_process,
)
from tests.harness.runtime.loading import MissingAdapter, import_adapters
from tests.harness.runtime.source_locations import error_location, frame_location

Imported = tuple[ModuleType | None, BaseException | None]


def serve(sock: socket.socket, submission: Path, home: str | None) -> None:
    """Serve a problem's tests until the judge hangs up.

    Args:
        sock: the connection to the judge.
        submission: the submission's folder.
        home: this process's own folder; None where it uses the tests' folders of the judge's.
    """
    limits = Limits()
    channel = Channel(sock)
    imported: Imported | None = None
    try:
        while True:
            kind, nonce, payload = channel.receive(limits.frame)
            if kind == BEGIN:
                begin: Begin = read_request(Reader(payload, limits))[0]
                Table.folder = begin.root
                if home is not None:
                    _clear(begin.root, home)
                mirror = Mirror(begin.root, 1, limits.files) if begin.mirrored else None
                if imported is None:
                    with _reporting_place(channel, nonce, begin.seconds):
                        imported = (None, None) if begin.loads else _import(submission)
                _reset(begin.seed)
                channel.send(IMPORTED, nonce, Writer())
            elif kind == CALL and imported is not None:
                try:
                    if begin.loads:
                        reply = _load(payload, limits)
                    else:
                        reporting = partial(_reporting_place, channel, nonce)
                        reply = _call(payload, imported, mirror, limits, reporting)
                except Exception as error:
                    reply = write_refusal(f"the worker failed: {type(error).__name__}: {error}")
                channel.send(REPLY, nonce, reply)
    except Lost:
        os._exit(0)


def _clear(root: Path, home: str) -> None:
    """Give a test an empty folder, whatever the one before left."""
    os.chdir(home)
    for folder in (str(root), f"{root}.stage"):
        if os.path.lexists(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _reset(seed: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    reset_process(seed)


@contextmanager
def _reporting_place(channel: Channel, nonce: bytes, seconds: float) -> Iterator[None]:
    """Send the judge where the submission is once nine tenths of its seconds are over."""

    def report(_: int, frame: FrameType | None) -> None:
        with suppress(Exception):  # the submission's code goes on, whatever happens here
            where = Writer()
            where.text(frame_location(frame).encode("utf-8", "replace").decode()[:1000])
            channel.send(WHERE, nonce, where)

    signal.signal(signal.SIGALRM, report)
    signal.setitimer(signal.ITIMER_REAL, 0.9 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _import(submission: Path) -> Imported:
    """Import the submission: once in a process, as in pytest."""
    try:
        return import_adapters(submission), None
    except BaseException as error:
        return None, error


def _call(
    payload: bytearray,
    imported: Imported,
    mirror: Mirror | None,
    limits: Limits,
    reporting: Callable[[float], AbstractContextManager[None]],
) -> Writer:
    source = Reader(payload, limits)
    if mirror:
        mirror.read(source)
    request, table = read_request(source)
    call: Call = request
    conditions = Conditions(**call.conditions) if call.conditions else UNCONDITIONAL
    before = Before(table)
    module, error = imported
    if error is not None:
        observation = Observation(error=error, where=error_location(error))
    elif (adapter := getattr(module, call.name, None)) is None:
        observation = Observation(error=MissingAdapter(f"adapters.py has no function {call.name}"))
    else:
        with reporting(call.seconds):
            observation = observe_call(
                lambda: adapter(*call.args, **call.kwargs),
                conditions,
                (call.args, call.kwargs),
                adapter,
            )
    return write_reply(table, before, observation, mirror, limits)


def _load(payload: bytearray, limits: Limits) -> Writer:
    """Load a checkpoint that the submission left; this process has none of its code."""
    content, _ = read_request(Reader(payload, limits))
    try:
        value = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
        encoder = Encoder(Table(), limits)
        encoder.out.byte(RESULT)
        encoder.value(value)
        return encoder.out
    except Exception as error:
        return write_refusal(str(error) or type(error).__name__)
