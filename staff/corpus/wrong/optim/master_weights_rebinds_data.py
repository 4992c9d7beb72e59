"""problem: master_weights
hint: has new memory

Gives the parameters new memory.

replace: torch._foreach_copy_(self.params, self.master)
with: for param, master in zip(self.params, self.master):
with:     param.data = master.bfloat16()
"""
