"""problem: mlp_gradients
hint: a frozen layer passes the gradient on

Stops at the first frozen layer.

replace: if not input_requires_grad and not any(trainable[:i]):
with: if not trainable[i] and not input_requires_grad or not input_requires_grad and not any(trainable[:i]):
"""
