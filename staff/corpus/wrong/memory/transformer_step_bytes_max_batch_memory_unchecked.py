"""problem: transformer_step_bytes
hint: bytes_per_device is -

Takes a negative memory: nothing fits.

replace: (memory,) = _counts(bytes_per_device=bytes_per_device)
with: memory = int(bytes_per_device)
"""
