"""problem: mixed_precision_step

Flattens the targets with view, which takes those alone that lie in order.

replace: loss = ((model(inputs).float() - targets) ** 2).mean()
with: loss = ((model(inputs).float().reshape(-1) - targets.view(-1)) ** 2).mean()
"""
