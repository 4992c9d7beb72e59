"""problem: ring_all_reduce
hint: a chunk has at most

The last part takes the rest, and is longer than ⌈numel / N⌉.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: size = tensors[0].numel() // count
with: cuts = [size * i for i in range(1, count)]
with: chunks = [list(t.flatten().tensor_split(cuts)) for t in tensors]
"""
