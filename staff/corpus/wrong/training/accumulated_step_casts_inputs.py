"""problem: accumulated_step
hint: leave the inputs as they are

Casts inputs to float: token ids for an embedding fail.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model(inputs.float()) - targets) ** 2).sum() / num_elements
"""
