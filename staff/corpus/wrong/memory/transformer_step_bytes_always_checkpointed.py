"""problem: transformer_step_bytes
hint: without checkpointed, all blocks are kept

Checkpoints whatever was asked for.

replace: if checkpointed and layers > 0:
with: if layers > 0:
"""
