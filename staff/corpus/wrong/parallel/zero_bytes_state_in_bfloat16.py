"""problem: zero_bytes
hint: stay float32

Keeps the optimizer's values in bfloat16.

replace: "optimizer_state": (4 * state_values[optimizer] + master_copy)
with: "optimizer_state": (width * state_values[optimizer] + master_copy)
"""
