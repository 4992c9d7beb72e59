"""problem: transformer_step_bytes
hint: with checkpointed, not all blocks are kept

Keeps all blocks whatever checkpointed says.

replace: activations = layers * b * s * d + block + end
with: pass
"""
