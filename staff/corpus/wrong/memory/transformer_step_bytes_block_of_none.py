"""problem: transformer_step_bytes
hint: where there is no block

Computes a block again where there is none.

replace: if checkpointed and layers > 0:
with: if checkpointed:
"""
