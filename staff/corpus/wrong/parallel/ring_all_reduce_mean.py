"""problem: ring_all_reduce
hint: this is the mean

Divides by the number of devices.

replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: return [(torch.cat(own) / count).to(tensors[0].dtype).view(tensors[0].shape) for own in chunks]
"""
