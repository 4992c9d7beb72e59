"""problem: accumulated_step

Makes a matrix of the inputs with view, which takes those alone that lie in order.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: rows = inputs.view(-1, inputs.shape[-1]) if inputs.is_floating_point() else inputs
with: loss = ((model(rows).reshape(targets.shape) - targets) ** 2).sum() / num_elements
"""
