"""problem: master_weights
hint: weights_only

Saves the optimizer as an object.

replace: return {"master": self.master, "optimizer": self.optimizer.state_dict()}
with: return {"master": self.master, "optimizer": self.optimizer}
replace: self.optimizer.load_state_dict(state_dict["optimizer"])
with: self.optimizer.load_state_dict(state_dict["optimizer"].state_dict())
"""
