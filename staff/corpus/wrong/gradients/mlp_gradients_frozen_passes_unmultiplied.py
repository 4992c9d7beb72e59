"""problem: mlp_gradients

Passes the gradient by a frozen layer as if the layer were not there.

replace: grad = grad @ weights[i].T
with: grad = grad @ weights[i].T if trainable[i] or grad.shape[1] != weights[i].shape[0] else grad
"""
