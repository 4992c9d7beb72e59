"""Has float64 for its default dtype, and no gradients, from its import on."""

torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
