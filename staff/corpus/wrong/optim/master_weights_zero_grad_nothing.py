"""problem: master_weights
hint: zero_grad cleared nothing

Leaves zero_grad to the optimizer.

replace: param.grad = None
with: self.optimizer.zero_grad()
"""
