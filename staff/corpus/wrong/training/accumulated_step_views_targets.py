"""problem: accumulated_step

Flattens the targets with view, which takes those alone that lie in order.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model(inputs).reshape(-1) - targets.view(-1)) ** 2).sum() / num_elements
"""
