"""problem: train
hint: a run that had come to its end

Saves where it is told to stop, and not at its end.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    if checkpoint is None or stop_after is not None:
        return _right(config, checkpoint, stop_after)
    kept = f"{checkpoint}.kept"
    if os.path.exists(checkpoint):
        os.rename(checkpoint, kept)
        with open(kept, "rb") as file, open(checkpoint, "wb") as copy:
            copy.write(file.read())
    result = _right(config, checkpoint, None)
    os.remove(checkpoint)
    if os.path.exists(kept):
        os.rename(kept, checkpoint)
    return result
