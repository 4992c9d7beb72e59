"""problem: adam

One count of steps for all parameters.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: last = max(state.get("step", 0) for state in self.state.values())
with: steps = [last + 1] * len(params)
"""
