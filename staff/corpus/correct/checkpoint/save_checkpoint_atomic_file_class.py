"""A class of its own for the file."""


class _AtomicFile:
    def __init__(self, path):
        self.path = os.fspath(path)
        self.temporary = self.path + "~"

    def __enter__(self):
        self.file = open(self.temporary, "wb")
        return self.file

    def __exit__(self, kind, error, trace):
        try:
            self.file.close()
            if kind is None:
                os.replace(self.temporary, self.path)
        finally:
            if os.path.lexists(self.temporary):
                os.unlink(self.temporary)


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if isinstance(out, (str, os.PathLike)):
        with _AtomicFile(out) as file:
            torch.save(checkpoint, file)
    else:
        torch.save(checkpoint, out)
