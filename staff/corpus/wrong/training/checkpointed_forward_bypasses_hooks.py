"""problem: checkpointed_forward
hint: leaves out the layer's hooks

Runs layer.forward, which runs none of the layer's hooks.

replace: x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
with: x = torch.utils.checkpoint.checkpoint(layer.forward, x, use_reentrant=False)
"""
