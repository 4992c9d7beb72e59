"""problem: round_to_float
hint: has dtype torch.float64

Gives float64.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: return torch.where(rounded.abs() <= largest, rounded, too_large)
"""
