"""problem: accumulated_step
hint: right to float32's digits only

Takes the loss in float32, of a float64 model too.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model(inputs).float() - targets.float()) ** 2).sum() / num_elements
"""
