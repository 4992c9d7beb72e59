"""problem: ring_all_reduce
hint: cross in the tensors' own dtype

Sends everything as float64.

replace: arrived = send(device, target, chunks[device][i])
with: arrived = send(device, target, chunks[device][i].double()).to(tensors[0].dtype)
"""
