"""problem: adamw
hint: weight_decay

Takes a negative weight_decay.

replace: _require(weight_decay >= 0, "weight_decay must be 0 or more", weight_decay)
with:
"""
