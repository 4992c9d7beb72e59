"""problem: checkpointed_forward
hint: in the dtype that it has

Gives each layer its input in float32.

replace: x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
with: x = torch.utils.checkpoint.checkpoint(layer, x.float(), use_reentrant=False)
"""
