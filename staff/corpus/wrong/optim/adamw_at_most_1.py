"""problem: adamw
hint: weight_decay is 0 or more

Refuses a weight_decay above 1.

replace: _require(weight_decay >= 0, "weight_decay must be 0 or more", weight_decay)
with: _require(0 <= weight_decay <= 1, "weight_decay must be in [0, 1]", weight_decay)
"""
