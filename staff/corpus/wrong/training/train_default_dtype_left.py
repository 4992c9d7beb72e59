"""problem: train
hint: the call left torch's default dtype

Makes float64 the default dtype, and leaves it so.

replace: _check_config(config)
with: _check_config(config)
with: torch.set_default_dtype(torch.float64)
"""
