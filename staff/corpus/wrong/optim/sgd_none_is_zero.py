"""problem: sgd
hint: a parameter without a gradient moved or was

Takes a missing gradient for zeros: the average decays and the parameter moves.

replace: for group, params, grads in _updates(self):
with: for group in self.param_groups:
with:     params = group["params"]
with:     grads = [torch.zeros_like(p) if p.grad is None else p.grad for p in params]
"""
