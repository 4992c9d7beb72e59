"""problem: round_to_bfloat16
hint: float8_e4m3fn

Lists the dtypes that are refused, and forgets float8.

replace: if x.dtype != torch.float32:
with: small = x.dtype in (torch.float8_e4m3fn, torch.float8_e5m2)
with: x = x.float() if small else x
with: if x.dtype != torch.float32:
"""
