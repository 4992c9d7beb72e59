"""problem: ring_all_reduce

Sends the same chunk in each round.

replace: target, i = (device + 1) % count, (device - step) % count
with: target, i = (device + 1) % count, device
"""
