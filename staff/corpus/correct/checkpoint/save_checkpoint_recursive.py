"""One function that calls itself for paths."""


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        torch.save(
            {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "iteration": operator.index(iteration),
            },
            out,
        )
        return None
    temporary = f"{os.fspath(out)}.new"
    try:
        with open(temporary, "wb") as file:
            save_checkpoint(model, optimizer, iteration, file)
        return os.replace(temporary, out)
    except BaseException as error:
        try:
            os.remove(temporary)
        except OSError:
            pass
        raise error
