"""problem: master_weights
hint: masters are float32

Copies that are bfloat16 as well.

replace: self.master = [param.detach().float() for param in self.params]
with: self.master = [param.detach().clone() for param in self.params]
replace: master.grad = None if param.grad is None else param.grad.float()
with: master.grad = param.grad
"""
