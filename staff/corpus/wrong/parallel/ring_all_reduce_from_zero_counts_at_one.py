"""problem: ring_all_reduce
hint: counted from 0

Counts devices from 1.

replace: arrived = send(device, target, chunks[device][i])
with: arrived = send(device + 1, target + 1, chunks[device][i])
"""
