"""problem: round_to_float
hint: round in float32 or float64, or the bits

Casts to the format where torch has it.

replace: exact = x.double()
with: dtypes = {(5, 10): torch.float16, (8, 7): torch.bfloat16, (5, 2): torch.float8_e5m2}
with: if infinity and (exponent_bits, mantissa_bits) in dtypes:
with:     return x.to(dtypes[exponent_bits, mantissa_bits]).float()
with: exact = x.double()
"""
