"""Frames arrive whole and in order; data that belongs to no frame is noticed."""

import socket
import threading
import time
import tracemalloc
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_staff.judge.wire.frames import HEADER, MAGIC, REPLY, Channel, Late, Lost
from cs336_staff.judge.wire.primitives import WireError

NONCE = b"n" * 16
LATER = 10


def frame(payload: bytes = b"", size: int | None = None) -> bytes:
    return HEADER.pack(MAGIC, REPLY, NONCE, len(payload) if size is None else size) + payload


def ends() -> tuple[Channel, socket.socket]:
    ours, theirs = socket.socketpair()
    return Channel(ours), theirs


def taken(channel: Channel, most: int = 100, seconds: float = LATER) -> bytes:
    kind, nonce, payload = channel.receive(most, time.monotonic() + seconds)
    assert (kind, nonce) == (REPLY, NONCE)
    return bytes(payload)


SIZES = st.sampled_from([0, 1, 28, 29, 2**14 - 29, 2**14 - 28, 2**14, 50_000])


@given(st.lists(SIZES, min_size=1, max_size=4), st.lists(st.integers(0, 60_000), max_size=4))
def test_frames_come_through_wherever_they_are_cut(sizes, cuts):
    payloads = [bytes([number]) * size for number, size in enumerate(sizes)]
    data = b"".join(map(frame, payloads))
    channel, other = ends()

    def send() -> None:
        for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)], strict=True):
            other.sendall(data[start:end])

    sender = threading.Thread(target=send)
    with closing(channel), other:
        sender.start()
        assert [taken(channel, 2**16) for _ in payloads] == payloads
        sender.join()
        assert channel.idle() and not channel.pending()


@pytest.mark.parametrize("more", [b"x", frame(), frame()[:10]])
def test_what_comes_beside_a_frame_is_seen(more):
    channel, other = ends()
    with closing(channel), other:
        other.sendall(frame(b"a") + more)
        assert taken(channel) == b"a"
        assert channel.pending() and not channel.idle()


@pytest.mark.parametrize("have", [0, 1, HEADER.size, HEADER.size + 3])
def test_a_part_of_a_frame_is_late_or_lost(have):
    channel, other = ends()
    with closing(channel), other:
        other.sendall(frame(b"12345")[:have])
        with pytest.raises(Late):
            taken(channel, seconds=0)
    channel, other = ends()
    with closing(channel):
        with other:
            other.sendall(frame(b"12345")[:have])
        with pytest.raises(Lost):
            taken(channel)


@pytest.mark.parametrize("data", [frame(size=101), frame(size=2**64 - 1), b"C337" + frame()[4:]])
def test_a_frame_that_is_none_is_refused(data):
    channel, other = ends()
    with closing(channel), other:
        other.sendall(data)
        with pytest.raises(WireError):
            taken(channel)


def test_memory_grows_with_what_came():
    channel, other = ends()
    with closing(channel), other:
        other.sendall(frame(b"12345", size=2**29))
        other.shutdown(socket.SHUT_WR)
        tracemalloc.start()
        try:
            with pytest.raises(Lost):
                taken(channel, 2**29)
            assert tracemalloc.get_traced_memory()[1] < 2**22
        finally:
            tracemalloc.stop()
