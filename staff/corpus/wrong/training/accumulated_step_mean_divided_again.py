"""problem: accumulated_step
hint: takes each micro-batch's mean, and divides it

Each micro-batch's mean, divided by the number of all elements.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model(inputs) - targets) ** 2).mean() / num_elements
"""
