"""problem: master_weights

Rounds the masters every hundred steps.

replace: self.optimizer.step()
with: self.optimizer.step()
with: self.count = getattr(self, 'count', 0) + 1
with: if self.count % 100 == 0:
with:     torch._foreach_copy_(self.master, [m.bfloat16().float() for m in self.master])
"""
