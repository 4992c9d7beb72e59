"""problem: adam
hint: steps should count from 1

Counts steps from 0: corrects by t + 1.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: steps = [self.state[param].get("step", 1) + 1 for param in params]
"""
