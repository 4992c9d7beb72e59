"""problem: mlp_gradients
hint: none after the last one

Has a ReLU after the last layer too.

replace: weight_grads = [None] * len(weights)
with: mask = output > 0
with: output = output.relu()
with: weight_grads = [None] * len(weights)
replace: grad = grad_output
with: grad = grad_output * mask
"""
