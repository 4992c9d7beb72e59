"""problem: round_to_float
hint: this loses the sign

Forgets the sign.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: return torch.where(rounded.abs() <= largest, rounded.abs(), too_large).float()
"""
