"""problem: accumulated_step
hint: leaves out the model's hooks

Calls model.forward, which runs none of the model's hooks.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model.forward(inputs) - targets) ** 2).sum() / num_elements
"""
