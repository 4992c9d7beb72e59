"""problem: ring_all_reduce
hint: in the memory of another's

Gives every device the same tensor.

replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: total = torch.cat(chunks[0]).view(tensors[0].shape)
with: return [total] * count
"""
