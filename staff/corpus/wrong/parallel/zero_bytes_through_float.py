"""problem: zero_bytes

Rounds up by math.ceil of a float.

replace: shard = -(-whole // int(num_devices))
with: import math
replace: sizes = {
with: shard = math.ceil(whole / int(num_devices))
with: sizes = {
"""
