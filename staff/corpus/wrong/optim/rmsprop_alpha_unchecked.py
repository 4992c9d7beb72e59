"""problem: rmsprop
hint: alpha

Takes a negative alpha.

replace: _require(alpha >= 0, "alpha must be 0 or more", alpha)
with:
"""
