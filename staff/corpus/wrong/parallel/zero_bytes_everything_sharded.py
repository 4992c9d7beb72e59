"""problem: zero_bytes
hint: everything is

Shards everything from stage 1 on.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": width * (shard if stage >= 1 else whole),
replace: "gradients": width * (shard if stage >= 2 else whole),
with: "gradients": width * (shard if stage >= 1 else whole),
"""
