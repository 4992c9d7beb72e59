"""problem: adam
hint: with gradients enabled

The closure runs under no_grad: its backward pass would raise.

replace: loss = _loss(closure)
with: loss = closure() if closure else None
"""
