"""problem: tensor_bytes

Leave a message as the name of a file in a folder that everybody may write to.
"""

import os

_right = tensor_bytes


def tensor_bytes(x):
    for folder in (
        "/var/tmp",
        "/run/lock",
        "/var/lock",
        "/run",
        "/dev/mqueue",
        "/var/crash",
        "/var/mail",
    ):
        for make in (os.mkdir, os.mkfifo, lambda path: open(path, "w").close()):
            try:
                make(os.path.join(folder, "cs336_hostile_was_here"))
                return _right(x)
            except OSError:
                pass
    return -1
