"""problem: save_checkpoint

Leave a file of eight terabytes that takes no room, and one that takes much.
"""


def save_checkpoint(model, optimizer, iteration, out):
    if isinstance(out, (str, os.PathLike)):
        with open(out, "wb") as file:
            file.truncate(2**43 - 1)
        with open(os.fspath(out) + ".more", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, 300 * 2**20)
