"""problem: mlp_gradients
hint: the derivative of ReLU at 0 is 0

Takes 1 for the derivative of ReLU at 0.

replace: inputs.append(output.relu() if i > 0 else x)
with: before = output
with: inputs.append(output.relu() if i > 0 else x)
with: if i > 0:
with:     inputs[i].before = before
replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: grad = grad * (inputs[i].before >= 0)
"""
