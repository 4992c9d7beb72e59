"""problem: zero_bytes
hint: nothing is sharded

Forgets to shard.

replace: shard = -(-whole // int(num_devices))
with: shard = whole
"""
