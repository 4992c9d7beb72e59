"""problem: zero_bytes
hint: a shard is whole elements

Rounds bytes up, not elements.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": -(-width * whole // int(num_devices)) if stage >= 3 else width * whole,
replace: "gradients": width * (shard if stage >= 2 else whole),
with: "gradients": -(-width * whole // int(num_devices)) if stage >= 2 else width * whole,
replace: "optimizer_state": (4 * state_values[optimizer] + master_copy)
with: "optimizer_state": -(-(4 * state_values[optimizer] + master_copy) * whole // int(num_devices)) if stage >= 1 else (4 * state_values[optimizer] + master_copy)
replace: * (shard if stage >= 1 else whole),
with: * whole,
"""
