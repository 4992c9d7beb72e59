"""problem: ring_all_reduce
hint: one for each device

Gives one sum, not one for each device.

replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: return torch.cat(chunks[0]).view(tensors[0].shape)
"""
