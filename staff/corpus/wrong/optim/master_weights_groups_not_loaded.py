"""problem: master_weights
hint: the hyperparameters are not those which were saved

Loads the state with its own hyperparameters.

replace: self.optimizer.load_state_dict(state_dict["optimizer"])
with: own = [dict(group) for group in self.optimizer.param_groups]
with: self.optimizer.load_state_dict(state_dict["optimizer"])
with: for group, mine in zip(self.optimizer.param_groups, own):
with:     group["lr"] = mine["lr"]
"""
