"""problem: save_checkpoint
hint: earlier checkpoint

Pickles to memory first, then writes straight to the path: a full disk leaves half a file.
"""

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
    if hasattr(out, "write"):
        out.write(buffer.getvalue())
        return
    with open(out, "wb") as file:
        file.write(buffer.getvalue())
