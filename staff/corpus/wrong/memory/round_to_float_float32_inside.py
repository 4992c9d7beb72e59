"""problem: round_to_float

Computes in float32, whose own subnormal numbers end where steps begin.

replace: exact = x.double()
with: exact = x
replace: power = (exact.view(torch.int64) & (0x7FF << 52)).view(torch.float64)  # exact / power is in 1…2
with: power = (exact.view(torch.int32) & (0xFF << 23)).view(torch.float32)
"""
