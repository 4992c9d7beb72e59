"""problem: round_to_float
hint: changed its argument

Rounds x in place, and gives a copy.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: x.copy_(torch.where(rounded.abs() <= largest, rounded, too_large))
with: return x.clone()
"""
