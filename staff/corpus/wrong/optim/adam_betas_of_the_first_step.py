"""problem: adam
hint: every step took the first one's betas

Keeps the betas with the state.

replace: beta1, beta2 = group["betas"]
with: beta1, beta2 = self.state[params[0]].setdefault("betas", group["betas"])
"""
