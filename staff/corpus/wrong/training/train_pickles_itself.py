"""problem: train
hint: does not load with weights_only=True

Writes the run with pickle, which no safe load takes.
"""

import pickle

_in_torchs_form = train


def train(config, checkpoint=None, stop_after=None):
    if checkpoint is None:
        return _in_torchs_form(config, None, stop_after)
    own = f"{os.fspath(checkpoint)}.torch"
    if os.path.exists(checkpoint):
        with open(checkpoint, "rb") as file:
            torch.save(pickle.load(file), own)
    result = _in_torchs_form(config, own, stop_after)
    with open(checkpoint, "wb") as file:
        pickle.dump(torch.load(own), file)
    os.remove(own)
    return result
