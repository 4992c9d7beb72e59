"""problem: checkpointed_forward
hint: what the one before gave

Does not keep what a layer gives.

replace: x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
with: torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
"""
