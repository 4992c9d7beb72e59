"""problem: rmsprop

A new average each step that is lost when there is no gradient.

replace: loss = _loss(closure)
with: loss = _loss(closure)
with: for param in [*self.state]:
with:     if param.grad is None:
with:         del self.state[param]
"""
