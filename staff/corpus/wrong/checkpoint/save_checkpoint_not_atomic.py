"""problem: save_checkpoint
hint: earlier checkpoint

torch.save straight to the path: a failure in the middle leaves half a file.
"""


def save_checkpoint(model, optimizer, iteration, out):
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "iteration": operator.index(iteration),
        },
        out,
    )
