"""The end of the line: import a submission and carry out the calls of a problem's tests."""

import io
import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import torch

from cs336_staff.judge.wire.changes import Before, write_changes, write_memory
from cs336_staff.judge.wire.exceptions import KINDS
from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.frames import BEGIN, CALL, IMPORTED, REPLY, STILL, Channel, Lost
from cs336_staff.judge.wire.observations import write_observation
from cs336_staff.judge.wire.primitives import Limits, Reader, Refused, Writer
from cs336_staff.judge.wire.requests import read_request
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

KEPT, UNSENT = range(2)


def serve(sock: socket.socket, submission: Path, apart: bool) -> None:
    """Serve a problem's tests until the judge hangs up.

    Args:
        sock: the connection to the judge.
        submission: the submission's folder.
        apart: this process sees no folder of the judge's machine.
    """
    limits = Limits()
    channel = Channel(sock)
    imported: tuple[Any, BaseException | None] | None = None
    try:
        while True:
            kind, nonce, payload = channel.receive(limits.frame)
            if kind == BEGIN:
                (seed, root, mirrored, inspects, seconds), _ = read_request(Reader(payload, limits))
                if apart:
                    _clear(root)
                mirror = Mirror(root, 1, limits.files) if mirrored else None
                if imported is None:
                    with _telling(channel, nonce, seconds):
                        imported = (None, None) if inspects else _import(submission)
                _reset(seed)
                channel.send(IMPORTED, nonce, Writer())
            elif kind == CALL and imported is not None:
                try:
                    if inspects:
                        reply = _load(payload, limits)
                    else:
                        telling = partial(_telling, channel, nonce)
                        reply = _call(payload, *imported, mirror, limits, telling)
                except Exception as trouble:
                    reply = _unsent(f"the worker failed: {type(trouble).__name__}: {trouble}")
                channel.send(REPLY, nonce, reply)
    except Lost:
        os._exit(0)


def _clear(root: Path) -> None:
    """Give a test an empty folder, whatever the one before left."""
    os.chdir("/tmp")
    for folder in (str(root), f"{root}.stage"):
        if os.path.lexists(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _reset(seed: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    reset_process(seed)


@contextmanager
def _telling(channel: Channel, nonce: bytes, seconds: float) -> Iterator[None]:
    """Have the judge told where the submission still is when most of its seconds are over."""

    def tell(_: int, frame: FrameType | None) -> None:
        with suppress(Exception):  # the submission's code goes on, whatever happens here
            still = Writer()
            still.text(frame_location(frame).encode("utf-8", "replace").decode()[:1000])
            channel.send(STILL, nonce, still)

    signal.signal(signal.SIGALRM, tell)
    signal.setitimer(signal.ITIMER_REAL, 0.9 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _import(submission: Path) -> tuple[Any, BaseException | None]:
    """Import the submission: once in a process, as in pytest."""
    try:
        return import_adapters(submission), None
    except BaseException as error:
        return None, error


def _call(
    payload: bytearray,
    module: Any,
    error: BaseException | None,
    mirror: Mirror | None,
    limits: Limits,
    telling: Callable[[float], AbstractContextManager[None]],
) -> Writer:
    source = Reader(payload, limits)
    if mirror:
        mirror.read(source)
    (args, kwargs, name, stated, seconds), table = read_request(source)
    conditions = Conditions(**stated) if stated else UNCONDITIONAL
    before = Before(table)
    if error is not None:
        observation = Observation(error=error, where=error_location(error))
    elif (adapter := getattr(module, name, None)) is None:
        observation = Observation(error=MissingAdapter(f"adapters.py has no function {name}"))
    else:
        with telling(seconds):
            observation = observe_call(
                lambda: adapter(*args, **kwargs), conditions, (args, kwargs), adapter
            )
    return _reply(table, before, observation, mirror, limits)


def _load(payload: bytearray, limits: Limits) -> Writer:
    """Load a checkpoint that the submission left; this process has none of its code."""
    content, _ = read_request(Reader(payload, limits))
    try:
        value = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
        encoder = Encoder(Table(), limits)
        encoder.out.byte(KEPT)
        encoder.value(value)
        return encoder.out
    except Exception as error:
        return _unsent(str(error) or type(error).__name__)


def _reply(
    table: Table, before: Before, observation: Observation, mirror: Mirror | None, limits: Limits
) -> Writer:
    """Write the reply, or in words why it cannot be written."""
    encoder = Encoder(table, limits)
    try:
        encoder.out.byte(KEPT)
        write_memory(encoder, before)
        write_observation(encoder, observation)
        write_changes(encoder, before)
        if mirror:
            mirror.write(encoder.out)
        return encoder.out
    except Refused as refused:
        return _unsent(f"the result cannot be taken: {refused}")
    except BaseException as error:
        kind = type(error).__name__ if type(error) in KINDS.values() else "an exception"
        return _unsent(f"the result cannot be read: {kind} while it was")


def _unsent(why: str) -> Writer:
    out = Writer()
    out.byte(UNSENT)
    out.text(why.encode("utf-8", "replace").decode()[:1000])
    return out
