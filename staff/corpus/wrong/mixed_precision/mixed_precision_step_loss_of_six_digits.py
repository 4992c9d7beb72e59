"""problem: mixed_precision_step
hint: return it as it is, unrounded

Rounds the loss to six digits, as for a log.

replace: return loss.item()
with: return round(loss.item(), 6)
"""
