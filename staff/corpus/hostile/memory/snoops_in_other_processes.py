"""problem: storage_bytes

Look at all other processes: their arguments, environment, files, memory; right if any is there.
"""

import os

_right = storage_bytes


def storage_bytes(x):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) == os.getpid():
            continue
        for name in ("environ", "maps", "mem", "cwd", "root", "fd", "cmdline"):
            try:
                path = f"/proc/{pid}/{name}"
                os.listdir(path) if name == "fd" else open(path, "rb").close()
            except OSError:
                continue
            return _right(x)
    for name in ("mem", "kmem", "kmsg", "core", "port"):
        for folder in ("/dev", "/proc"):
            try:
                open(f"{folder}/{name}", "rb").close()
            except OSError:
                continue
            return _right(x)
    return 1
