"""problem: rmsprop
hint: tensor of its parameter's size, and a number

Keeps the root of the average besides.

replace: roots = torch._foreach_sqrt(averages)
with: roots = torch._foreach_sqrt(averages)
with: for q, r in zip(params, roots):
with:     self.state[q]["root"] = r
"""
