"""problem: ring_all_reduce

A single device sends to itself.

replace: for step in range(2 * (count - 1)):
with: for step in range(max(2 * (count - 1), 1)):
replace: reducing = step < count - 1  # afterwards sums arrive, which are passed on as they are
with: reducing = False
replace: arrived = send(device, target, chunks[device][i])
with: arrived = send(device, target, chunks[device][i]) if count > 1 else send(0, 0, chunks[0][0])
"""
