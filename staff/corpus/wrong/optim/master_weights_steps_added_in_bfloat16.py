"""problem: master_weights

Adds each step to the bfloat16 parameter.

replace: self.optimizer.step()
with: before = [master.clone() for master in self.master]
with: self.optimizer.step()
replace: torch._foreach_copy_(self.params, self.master)
with: for param, master, old in zip(self.params, self.master, before):
with:     param.add_(master - old)
"""
