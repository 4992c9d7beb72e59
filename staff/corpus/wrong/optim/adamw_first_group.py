"""problem: adamw
hint: took the first one's weight_decay

Every group decays as the first one.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: decay = self.param_groups[0]["weight_decay"]
with: torch._foreach_mul_(params, 1 - group["lr"] * decay)
"""
