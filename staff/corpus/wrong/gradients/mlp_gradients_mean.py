"""problem: mlp_gradients
hint: no mean

Takes the mean over the batch.

replace: weight_grads[i] = inputs[i].T @ grad
with: weight_grads[i] = inputs[i].T @ grad / max(len(x), 1)
"""
