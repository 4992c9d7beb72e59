"""problem: master_weights

Passes lr alone.

replace: self.optimizer = optimizer_class(copies, **hyperparameters)
with: self.optimizer = optimizer_class(copies, lr=hyperparameters.get("lr", 0.01))
"""
