"""problem: adam
hint: eps is 0 or more

Takes an eps of 1 and more for a mistake.

replace: _require(eps >= 0, "eps must be 0 or more", eps)
with: _require(0 <= eps < 1, "eps must be in [0, 1)", eps)
"""
