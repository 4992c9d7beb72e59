"""problem: adam
hint: 256 + 1 is 256 in bfloat16

Counts in a tensor of the parameter's dtype, from the first step.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: for param in params:
with:     self.state[param]["t"] = self.state[param].get("t", param.new_zeros(())) + 1
with: steps = [int(self.state[param]["t"]) for param in params]
"""
