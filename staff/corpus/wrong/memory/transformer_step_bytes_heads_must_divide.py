"""problem: transformer_step_bytes
hint: num_heads must divide d_model

Refuses heads that do not divide d_model.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: if d % heads:
with:     raise ValueError(f"num_heads must divide d_model, got {heads} and {d}")
with: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
"""
