"""problem: round_to_bfloat16
hint: Can't call numpy() on Tensor that requires grad

Takes x.numpy(), which raises where x requires a gradient.

replace: bits = x.view(torch.int32)
with: bits = torch.from_numpy(x.numpy()).view(torch.int32)
"""
