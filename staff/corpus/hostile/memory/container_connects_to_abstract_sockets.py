"""problem: tensor_bytes

Connect to an abstract socket of another process.
"""

import socket

_right = tensor_bytes


def tensor_bytes(x):
    for line in open("/proc/net/unix", "rb").read().split(b"\n")[1:]:
        name = line.split()[7:8]
        try:
            if name and name[0].startswith(b"@"):
                socket.socket(socket.AF_UNIX).connect(b"\0" + name[0][1:])
                return _right(x)
        except OSError:
            pass
    return -1
