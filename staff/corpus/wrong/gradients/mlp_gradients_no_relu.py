"""problem: mlp_gradients
hint: this is a chain without

Leaves the ReLUs out.

replace: inputs.append(output.relu() if i > 0 else x)
with: inputs.append(output if i > 0 else x)
replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: pass
"""
