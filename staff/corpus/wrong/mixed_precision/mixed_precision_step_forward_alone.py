"""problem: mixed_precision_step
hint: leaves out the model's hooks

Calls model.forward, which runs none of the model's hooks.

replace: loss = ((model(inputs).float() - targets) ** 2).mean()
with: loss = ((model.forward(inputs).float() - targets) ** 2).mean()
"""
