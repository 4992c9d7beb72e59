"""problem: mlp_gradients

Has a ReLU before the first layer too.

replace: inputs.append(output.relu() if i > 0 else x)
with: inputs.append(output.relu())
"""
