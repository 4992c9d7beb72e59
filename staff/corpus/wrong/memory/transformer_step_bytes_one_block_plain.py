"""problem: transformer_step_bytes
hint: the input of the block that is computed again counts as well

Takes checkpointing of a single block for no checkpointing: its input is not counted.

replace: if checkpointed and layers > 0:
with: if checkpointed and layers > 1:
"""
