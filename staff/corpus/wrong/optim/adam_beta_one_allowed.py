"""problem: adam
hint: betas

Takes a beta of 1.

replace: _require(all(0 <= beta < 1 for beta in betas), "betas must be in [0, 1)", betas)
with: _require(all(0 <= beta <= 1 for beta in betas), "betas must be in [0, 1]", betas)
"""
