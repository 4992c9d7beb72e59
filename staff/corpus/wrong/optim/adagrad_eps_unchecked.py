"""problem: adagrad
hint: eps

Takes a negative eps.

replace: _require(eps >= 0, "eps must be 0 or more", eps)
with:
"""
