"""problem: zero_bytes
hint: belongs to the optimizer state

Counts the master copy under parameters, as §2.5 does.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": (width + master_copy) * (shard if stage >= 3 else whole),
replace: "optimizer_state": (4 * state_values[optimizer] + master_copy)
with: "optimizer_state": 4 * state_values[optimizer]
"""
