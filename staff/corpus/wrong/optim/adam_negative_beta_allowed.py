"""problem: adam
hint: betas

Takes a negative beta.

replace: _require(all(0 <= beta < 1 for beta in betas), "betas must be in [0, 1)", betas)
with: _require(all(beta < 1 for beta in betas), "betas must be below 1", betas)
"""
