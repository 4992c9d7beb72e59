"""problem: save_checkpoint

Leave a socket and a folder tree without end in the place of the checkpoint.
"""

import os
import socket


def save_checkpoint(model, optimizer, iteration, out):
    if isinstance(out, (str, os.PathLike)):
        if os.path.lexists(out):
            os.unlink(out)
        socket.socket(socket.AF_UNIX).bind(os.fspath(out))
        folder = os.fspath(out) + "d"
        for _ in range(500):
            os.mkdir(folder)
            folder += "/d"
