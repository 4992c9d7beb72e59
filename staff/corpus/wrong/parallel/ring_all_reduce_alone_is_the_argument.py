"""problem: ring_all_reduce
hint: in the memory of an argument

Gives a single device its own tensor back.

replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: if count == 1:
with:     return [tensors[0]]
with: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
"""
