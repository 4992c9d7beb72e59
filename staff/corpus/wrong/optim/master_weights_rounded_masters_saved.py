"""problem: master_weights
hint: save the masters

Saves the parameters in the place of the masters.

replace: return {"master": self.master, "optimizer": self.optimizer.state_dict()}
with: return {"master": [p.detach() for p in self.params], "optimizer": self.optimizer.state_dict()}
"""
