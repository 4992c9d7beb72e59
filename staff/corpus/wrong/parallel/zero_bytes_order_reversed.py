"""problem: zero_bytes

Shards parameters first, the optimizer state last.

replace: "parameters": width * (shard if stage >= 3 else whole),
with: "parameters": width * (shard if stage >= 1 else whole),
replace: * (shard if stage >= 1 else whole),
with: * (shard if stage >= 3 else whole),
"""
