"""problem: transformer_step_bytes
hint: with checkpointed, not all blocks

Forgets checkpointed.

replace: empty = transformer_step_bytes(0, seq, *model)["total"]
with: model = (*model[:-1], False)
with: empty = transformer_step_bytes(0, seq, *model)["total"]
"""
