"""problem: tensor_bytes

Make a file in each folder of the image that is not a user's.
"""

import os

_right = tensor_bytes


def tensor_bytes(x):
    for folder in (
        "/etc",
        "/etc/cron.d",
        "/var/spool/cron",
        "/usr/bin",
        "/usr/local/bin",
        "/opt",
        "/",
    ):
        try:
            open(f"{folder}/cs336_hostile_was_here", "w").close()
            return _right(x)
        except OSError:
            pass
    return -1
