"""problem: rmsprop
hint: centered RMSProp

Subtracts the mean.

replace: roots = torch._foreach_sqrt(averages)
with: means = _state(self, params, "mean")
with: torch._foreach_lerp_(means, grads, 1 - group["alpha"])
with: variances = torch._foreach_addcmul(averages, means, means, value=-1)
with: roots = torch._foreach_sqrt(torch._foreach_clamp_min(variances, 0))
"""
