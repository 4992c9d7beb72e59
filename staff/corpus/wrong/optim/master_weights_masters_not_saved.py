"""problem: master_weights
hint: save the masters

Saves the optimizer's state alone.

replace: return {"master": self.master, "optimizer": self.optimizer.state_dict()}
with: return {"optimizer": self.optimizer.state_dict()}
replace: torch._foreach_copy_(self.master, state_dict["master"])
with:
"""
