"""problem: master_weights
hint: zero_grad cleared nothing

Clears the masters' gradients.

replace: for param in self.params:
with: for param in self.master:
"""
