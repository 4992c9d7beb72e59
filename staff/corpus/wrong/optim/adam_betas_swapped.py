"""problem: adam
hint: beta1 and beta2 are swapped

The betas swapped.

replace: beta1, beta2 = group["betas"]
with: beta2, beta1 = group["betas"]
"""
