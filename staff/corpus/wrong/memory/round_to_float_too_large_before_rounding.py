"""problem: round_to_float
hint: what rounds to the largest number is not too large

Compares x with the largest number, before it is rounded.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: return torch.where(exact.abs() <= largest, rounded, too_large).float()
"""
