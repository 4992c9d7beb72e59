"""problem: master_weights

Steps with Adam whatever class it got.

replace: self.optimizer = optimizer_class(copies, **hyperparameters)
with: self.optimizer = torch.optim.Adam(copies, lr=hyperparameters["lr"])
"""
