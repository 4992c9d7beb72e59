"""problem: adamw
hint: only the parameter's sign

Decays towards 0 by the same amount, as L1 does.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_add_(params, torch._foreach_sign(params), alpha=-group["lr"] * group["weight_decay"])
"""
