"""problem: adagrad
hint: every step took the first one's eps

Looks each parameter's eps up where the state is made.

replace: torch._foreach_add_(roots, group["eps"])
with: given = [self.state[param].setdefault("eps", group["eps"]) for param in params]
with: torch._foreach_add_(roots, given)
"""
