"""problem: adam

Counts steps in the param group, once for each of its parameters.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: steps = [group.get("step", 0) + place for place, _ in enumerate(params, start=1)]
with: group["step"] = steps[-1]
"""
