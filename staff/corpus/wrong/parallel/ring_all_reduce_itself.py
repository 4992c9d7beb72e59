"""problem: ring_all_reduce
hint: sends to the next one only

Sends to itself.

replace: arrived = send(device, target, chunks[device][i])
with: arrived = send(target, target, chunks[device][i])
"""
