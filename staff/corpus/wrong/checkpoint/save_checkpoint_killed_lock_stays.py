"""problem: save_checkpoint
hint: in the way of the next

Locks by a file beside the checkpoint, which a kill leaves there: no later save gets through.
"""

import io


def save_checkpoint(model, optimizer, iteration, out):
    content = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if not isinstance(out, str | os.PathLike):
        torch.save(content, out)
        return
    buffer, lock, new = io.BytesIO(), f"{os.fspath(out)}.lock", f"{os.fspath(out)}.new"
    torch.save(content, buffer)
    os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
    try:
        with open(new, "wb") as file:
            file.write(buffer.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, out)
    except BaseException:
        if os.path.exists(new):
            os.remove(new)
        raise
    finally:
        os.remove(lock)
