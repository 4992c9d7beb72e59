"""problem: mixed_precision_step
hint: the call left whether autocast is on

Enters autocast by hand, and never leaves it.

replace: with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
with: torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32).__enter__()
with: if True:
"""
