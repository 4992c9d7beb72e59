"""problem: train
hint: the run went on as if there were none

What is no pickle is no checkpoint.
"""

import pickle

_right_train = train


def train(config, checkpoint=None, stop_after=None):
    try:
        return _right_train(config, checkpoint, stop_after)
    except pickle.UnpicklingError:
        os.remove(checkpoint)
        return _right_train(config, checkpoint, stop_after)
