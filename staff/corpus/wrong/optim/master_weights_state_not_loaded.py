"""problem: master_weights
hint: state

Loads the masters and forgets the optimizer's state.

replace: self.optimizer.load_state_dict(state_dict["optimizer"])
with:
"""
