"""problem: ring_all_reduce

Sends bfloat16 and integers as float32.

replace: arrived = send(device, target, chunks[device][i])
with: arrived = send(device, target, chunks[device][i].float()).to(tensors[0].dtype)
"""
