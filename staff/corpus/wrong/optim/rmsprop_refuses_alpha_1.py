"""problem: rmsprop
hint: alpha 1.0 is allowed

Refuses an alpha of 1, as Adam refuses such a beta; torch and the handout take 0 or more.

replace: _require(alpha >= 0, "alpha must be 0 or more", alpha)
with: _require(0 <= alpha < 1, "alpha must be below 1", alpha)
"""
