"""problem: adam

Ignores betas.

replace: beta1, beta2 = group["betas"]
with: beta1, beta2 = 0.9, 0.999
"""
