"""problem: adam

Counts steps at which there was no gradient.

replace: loss = _loss(closure)
with: loss = _loss(closure)
with: for param, state in self.state.items():
with:     state["step"] += param.grad is None
"""
