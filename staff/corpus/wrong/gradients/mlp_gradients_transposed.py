"""problem: mlp_gradients
hint: this is transposed

The weights' gradients in nn.Linear's layout.

replace: weight_grads[i] = inputs[i].T @ grad
with: weight_grads[i] = grad.T @ inputs[i]
"""
