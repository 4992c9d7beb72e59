"""functools.reduce over the layers."""

from functools import partial, reduce

from torch.utils import checkpoint as cp


def checkpointed_forward(layers, x):
    run = partial(cp.checkpoint, use_reentrant=False, preserve_rng_state=True)
    return reduce(lambda value, layer: run(layer, value), layers, x)
