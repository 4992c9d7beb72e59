"""problem: train

Claim that the problem is not begun, that it is not run, that there is no CUDA device.
"""


def train(config, checkpoint=None, stop_after=None):
    if config.get("seed", 0) % 2:
        raise NotImplementedError("problem train: see handout §12.4")
    raise RuntimeError("not run: no CUDA device")
