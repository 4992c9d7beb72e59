"""problem: mlp_gradients

Divides by the batch and multiplies again, which gives NaN for none.

replace: weight_grads[i] = inputs[i].T @ grad
with: rows = torch.tensor(float(len(x)), dtype=x.dtype)
with: weight_grads[i] = inputs[i].T @ grad + (rows / rows - 1)
"""
