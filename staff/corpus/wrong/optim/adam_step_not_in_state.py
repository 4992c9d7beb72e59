"""problem: adam
hint: state_dict at step

The count of steps in an attribute: starts anew on resuming.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: counts = self.__dict__.setdefault("counts", {})
with: steps = [counts.get(param, 0) + 1 for param in params]
replace: self.state[param]["step"] = step
with: counts[param] = step
"""
