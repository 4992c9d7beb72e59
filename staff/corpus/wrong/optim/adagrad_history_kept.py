"""problem: adagrad
hint: tensor of its parameter's size, and a number

Keeps every gradient and sums their squares anew.

replace: sums = _state(self, params, "sum")
with: for q, g in zip(params, grads):
with:     self.state[q].setdefault("history", []).append(g.clone())
with: sums = [torch.stack([h * h for h in self.state[q]["history"]]).sum(0) for q in params]
replace: torch._foreach_addcmul_(sums, grads, grads)
with:
"""
