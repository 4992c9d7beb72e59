"""problem: master_weights

Puts the loaded masters into its list, and not into the optimizer.

replace: torch._foreach_copy_(self.master, state_dict["master"])
with: self.master = state_dict["master"]
"""
