"""os.open, os.write and os.rename."""

import io


def save_checkpoint(model, optimizer, iteration, out):
    buffer = io.BytesIO()
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "iteration": operator.index(iteration),
        },
        buffer,
    )
    if not isinstance(out, (str, os.PathLike)):
        out.write(buffer.getvalue())
        return
    path = os.path.abspath(out)
    temporary = os.path.join(os.path.dirname(path), f"tmp{os.getpid()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        try:
            left = memoryview(buffer.getvalue())
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except:
        os.unlink(temporary)
        raise
