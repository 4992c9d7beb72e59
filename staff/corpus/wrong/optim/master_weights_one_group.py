"""problem: master_weights

Puts all masters into one group.

replace: self.optimizer = optimizer_class(copies, **hyperparameters)
with: self.optimizer = optimizer_class(self.master, **hyperparameters)
"""
