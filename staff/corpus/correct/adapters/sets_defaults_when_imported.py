"""What is set when adapters.py is imported holds until a test begins, as at home."""

import torch

torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.set_deterministic_debug_mode("error")
