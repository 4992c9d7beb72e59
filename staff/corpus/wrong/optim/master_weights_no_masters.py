"""problem: master_weights
hint: masters are float32

Steps on the bfloat16 parameters themselves.

replace: self.master = [param.detach().float() for param in self.params]
with: self.master = [param.detach() for param in self.params]
replace: master.grad = None if param.grad is None else param.grad.float()
with: master.grad = param.grad
"""
