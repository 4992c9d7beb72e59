"""Control messages: what the judge's own processes say to each other, as JSON with descriptors.

The command speaks so to the warm judge, a judge to the fork server and to a supervisor, and a
supervisor to the problem process that it has ready. Each message is one packet of a SOCK_SEQPACKET
socket. No socket of this kind is open in a process that runs a submission.
"""

import json
import socket
from typing import Any

OPEN, KILL = "open", "kill"  # to the fork server: a supervisor
START, END = "start", "end"  # to a supervisor: its next problem process, the running one
_MOST = 2**20


def control_pair() -> tuple[socket.socket, socket.socket]:
    """Return the two ends of a connection for control messages."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send_control(sock: socket.socket, message: dict[str, Any], *descriptors: int) -> None:
    """Send a message that is not empty, and descriptors with it."""
    data = [json.dumps(message).encode()]
    if descriptors:
        socket.send_fds(sock, data, descriptors)
    else:
        sock.sendmsg(data)


def receive_control(sock: socket.socket, most: int = 0) -> tuple[dict[str, Any], list[int]]:
    """Receive a message with at most `most` descriptors; an empty one where the other end closed.

    Fewer descriptors come than were sent where this process may open no more.
    """
    data, descriptors, _, _ = socket.recv_fds(sock, _MOST, most)
    return json.loads(data) if data else {}, descriptors
