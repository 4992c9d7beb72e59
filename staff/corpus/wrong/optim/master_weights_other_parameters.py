"""problem: master_weights
hint: the list of the tensors given

Has copies of the parameters in params.

replace: self.params = [param for group in groups for param in group["params"]]
with: self.params = [param.detach().clone() for group in groups for param in group["params"]]
"""
