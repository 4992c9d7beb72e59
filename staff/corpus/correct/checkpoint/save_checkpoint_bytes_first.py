"""All bytes in memory, then a new file, then the replacement."""

import io
import uuid


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
    if hasattr(out, "write"):
        out.write(buffer.getbuffer())
        return
    temporary = f"{os.fspath(out)}.{uuid.uuid4().hex}"
    try:
        with open(temporary, "xb", buffering=0) as file:
            left = buffer.getbuffer()
            while len(left):
                left = left[file.write(left) :]
        os.replace(temporary, out)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
