"""problem: master_weights

Loads state in bfloat16.

replace: self.optimizer.load_state_dict(state_dict["optimizer"])
with: self.optimizer.load_state_dict(state_dict["optimizer"])
with: for state in self.optimizer.state.values():
with:     for value in state.values():
with:         if isinstance(value, Tensor) and value.ndim:
with:             value.copy_(value.bfloat16())
"""
