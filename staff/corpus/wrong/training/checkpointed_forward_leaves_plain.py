"""problem: checkpointed_forward
hint: was not checkpointed

Runs layers plainly that have no layers in them.

replace: x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
with: if any(layer.children()):
with:     x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
with: else:
with:     x = layer(x)
"""
