"""problem: round_to_float

Takes log2 for the exponent, in float32, which rounds up just below a power of two.

replace: power = (exact.view(torch.int64) & (0x7FF << 52)).view(torch.float64)  # exact / power is in 1…2
with: power = 2.0 ** torch.floor(torch.log2(x.abs())).double()
"""
