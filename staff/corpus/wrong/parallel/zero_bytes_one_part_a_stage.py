"""problem: zero_bytes

A stage shards its own part alone.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": width * (shard if stage == 3 else whole),
replace: "gradients": width * (shard if stage >= 2 else whole),
with: "gradients": width * (shard if stage == 2 else whole),
replace: * (shard if stage >= 1 else whole),
with: * (shard if stage == 1 else whole),
"""
