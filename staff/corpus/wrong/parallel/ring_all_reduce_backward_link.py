"""problem: ring_all_reduce
hint: sends to the next one only

Sends to the device before.

replace: target, i = (device + 1) % count, (device - step) % count
with: target, i = (device - 1) % count, (device + step) % count
"""
