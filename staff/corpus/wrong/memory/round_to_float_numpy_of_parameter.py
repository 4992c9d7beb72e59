"""problem: round_to_float
hint: Can't call numpy() on Tensor that requires grad

Takes x.numpy(), which raises where x requires a gradient.

replace: exact = x.double()
with: exact = torch.from_numpy(x.numpy()).double()
"""
