"""problem: master_weights
hint: it becomes its master, rounded

Forgets to write the masters into the parameters.

replace: torch._foreach_copy_(self.params, self.master)
with: pass
"""
