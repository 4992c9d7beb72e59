"""problem: zero_bytes
hint: has a shard of its own

Splits the optimizer's values over the devices: 2 · 10 of them on 4 devices are 5, not 2 · 3.

replace: "optimizer_state": (4 * state_values[optimizer] + master_copy)
with: "optimizer_state": 4
replace: * (shard if stage >= 1 else whole),
with: * -(-whole * (state_values[optimizer] + master_copy // 4) // (num_devices if stage else 1)),
"""
