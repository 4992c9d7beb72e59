"""A nameless file (O_TMPFILE), linked under a name once it is whole, then renamed."""

import contextlib
import os
import uuid


def save_checkpoint(model, optimizer, iteration, out):
    what = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if hasattr(out, "write"):
        return torch.save(what, out)
    path = os.path.abspath(os.fspath(out))
    folder = os.path.dirname(path)
    try:
        handle = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o644)
    except OSError:
        with _replacing(out) as file:
            torch.save(what, file)
        return None
    with os.fdopen(handle, "w+b") as file:
        torch.save(what, file)
        file.flush()
        os.fsync(file.fileno())
        name = os.path.join(folder, f".{uuid.uuid4().hex}")
        directory = os.open("/proc/self/fd", os.O_RDONLY)
        try:
            os.link(str(file.fileno()), name, src_dir_fd=directory, follow_symlinks=True)
        finally:
            os.close(directory)
    try:
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
