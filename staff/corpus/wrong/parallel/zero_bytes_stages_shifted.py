"""problem: zero_bytes
hint: stage 1 shards the optimizer state

Begins to shard at stage 0.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": width * (shard if stage >= 2 else whole),
replace: "gradients": width * (shard if stage >= 2 else whole),
with: "gradients": width * (shard if stage >= 1 else whole),
replace: * (shard if stage >= 1 else whole),
with: * (shard if stage >= 0 else whole),
"""
