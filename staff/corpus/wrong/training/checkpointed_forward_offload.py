"""problem: checkpointed_forward

Saves what is inside in half precision.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    pack = lambda t: t.half() if t.dtype == torch.float32 else t
    with torch.autograd.graph.saved_tensors_hooks(
        pack, lambda t: t.float() if t.dtype == torch.float16 else t
    ):
        return layers(x)
