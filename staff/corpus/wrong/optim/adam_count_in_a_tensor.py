"""problem: adam
hint: a Python int stays

Counts in a tensor that is not named step: loading makes it bfloat16, which stops at 256.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: for param in params:
with:     self.state[param]["t"] = self.state[param].get("t", torch.tensor(0)) + 1
with: steps = [int(self.state[param]["t"]) for param in params]
"""
