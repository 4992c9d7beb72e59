"""problem: rmsprop
hint: no upper bound

Refuses an alpha above 1, which torch takes and the handout does not forbid.

replace: _require(alpha >= 0, "alpha must be 0 or more", alpha)
with: _require(0 <= alpha <= 1, "alpha must be in [0, 1]", alpha)
"""
