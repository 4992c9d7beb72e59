"""problem: save_checkpoint
hint: earlier checkpoint

Takes only a str for a path; a Path is treated as a file object.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if isinstance(out, str):
        return _save(model, optimizer, iteration, out)
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "iteration": operator.index(iteration),
        },
        out,
    )
