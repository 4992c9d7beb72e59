"""problem: zero_bytes

Divides by /, so that bytes are floats.

replace: shard = -(-whole // int(num_devices))
with: shard = whole / int(num_devices)
"""
