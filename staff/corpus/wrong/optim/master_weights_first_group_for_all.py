"""problem: master_weights
hint: the first one's hyperparameters

Gives every group the first one's hyperparameters.

replace: self.optimizer = optimizer_class(copies, **hyperparameters)
with: copies = [{**copies[0], "params": group["params"]} for group in copies]
with: self.optimizer = optimizer_class(copies, **hyperparameters)
"""
