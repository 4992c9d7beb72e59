"""problem: sgd
hint: lr

Takes a negative lr.

replace: _require(lr >= 0, "lr must be 0 or more", lr)
with:
"""
