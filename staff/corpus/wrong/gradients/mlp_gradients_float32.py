"""problem: mlp_gradients
hint: has dtype torch.float32

Computes in float32.

replace: inputs, output = [], x  # of each layer; of the last one
with: x, weights, grad_output = x.float(), [w.float() for w in weights], grad_output.float()
with: inputs, output = [], x
"""
