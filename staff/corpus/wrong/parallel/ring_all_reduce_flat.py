"""problem: ring_all_reduce
hint: has shape

Gives the sums flat.

replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: return [torch.cat(own) for own in chunks]
"""
