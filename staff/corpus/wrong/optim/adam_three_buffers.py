"""problem: adam
hint: adam keeps two tensors

Keeps the largest v besides, and does not use it.

replace: torch._foreach_mul_(v, beta2)
with: torch._foreach_mul_(v, beta2)
with: _state(self, params, "largest_v")
"""
