"""problem: zero_bytes
hint: the largest shard counts

Rounds the shard down.

replace: shard = -(-whole // int(num_devices))
with: shard = whole // int(num_devices)
"""
