"""Frames of the wire between the judge and a problem process; a Channel is one end of it.

A frame is a header and a payload. The header: the magic b"C336", one byte for the kind, the
16-byte nonce of the request that the frame belongs to, and the payload's length in 8 bytes, all
numbers little-endian. The payload consists of the primitives in primitives.py.
"""

import select
import socket
import struct
import time

from cs336_staff.judge.wire.primitives import WireError, Writer

MAGIC = b"C336"
HEADER = struct.Struct("<4sB16sQ")
NONCE_BYTES = 16
_PARTS = 512  # of a frame, sent at once; a system takes no more than 1024
_CHUNK = 2**14  # bytes in which most frames come whole
BEGIN, IMPORTED, CALL, REPLY, WHERE, COMPILED = range(1, 7)


class Lost(Exception):
    """The other side closed the connection."""


class Late(Exception):
    """The whole frame did not come, or could not be handed over, by the deadline."""


class Channel:
    """One end of a connection that carries frames; each step has a deadline on this side's clock.

    Only data is received: descriptors sent along are never taken.
    """

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self._ahead = b""  # came with the latest frame, and is not of it
        self._polls = {event: select.poll() for event in (select.POLLIN, select.POLLOUT)}
        for event, poll in self._polls.items():
            poll.register(sock, event)
        sock.setblocking(False)

    def _wait(self, event: int, deadline: float | None) -> None:
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise Late
            if self._polls[event].poll(None if left is None else left * 1000 + 1):
                return

    def pending(self) -> bool:
        """Return whether something has come without a request."""
        return bool(self._ahead or self._peek())

    def idle(self) -> bool:
        """Return whether the other end is there and has sent nothing."""
        return not self._ahead and self._peek() is None

    def _peek(self) -> bytes | None:
        try:
            return self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def send(self, kind: int, nonce: bytes, writer: Writer, deadline: float | None = None) -> None:
        """Send a frame, whole, by the deadline (time.monotonic)."""
        header = HEADER.pack(MAGIC, kind, nonce, writer.size)
        parts = [header, *writer.parts] if len(writer.parts) > 1 else [header + writer.parts[0]]
        views = [memoryview(part).cast("B") for part in parts]
        while views:
            try:  # many parts in one call: each call may wake the other side
                sent = self.socket.sendmsg(views[:_PARTS])
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
                continue
            except OSError as error:
                raise Lost from error
            while views and sent >= views[0].nbytes:
                sent -= views.pop(0).nbytes
            if sent:
                views[0] = views[0][sent:]

    def receive(self, most: int, deadline: float | None = None) -> tuple[int, bytes, bytearray]:
        """Receive a frame, whole, by the deadline: its kind, nonce and payload."""
        data = self._ahead
        if not data:
            self._wait(select.POLLIN, deadline)
        while len(data) < HEADER.size:
            data += self._chunk(_CHUNK, deadline)
        magic, kind, nonce, size = HEADER.unpack_from(data)
        if magic != MAGIC:
            raise WireError("a frame that does not begin as frames do")
        if size > most:
            raise WireError(f"a frame of {size} bytes; {most} are allowed")
        end = HEADER.size + size
        payload, self._ahead = bytearray(data[HEADER.size : end]), data[end:]
        while len(payload) < size:
            payload += self._chunk(min(size - len(payload), 2**20), deadline)
        return kind, nonce, payload

    def _chunk(self, most: int, deadline: float | None) -> bytes:
        """Receive what has come by now, or what comes first."""
        while True:
            try:
                chunk = self.socket.recv(most)
            except BlockingIOError:
                self._wait(select.POLLIN, deadline)
                continue
            except OSError as error:
                raise Lost from error
            if not chunk:
                raise Lost
            if deadline is not None and time.monotonic() > deadline:
                raise Late
            return chunk

    def close(self) -> None:
        """Close this end."""
        self.socket.close()
