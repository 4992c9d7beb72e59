"""problem: adamw
hint: every step took the first one's weight_decay

Keeps the weight_decay that it saw first.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: decay = self.state[params[0]].setdefault("decay", group["weight_decay"])
with: torch._foreach_mul_(params, 1 - group["lr"] * decay)
"""
