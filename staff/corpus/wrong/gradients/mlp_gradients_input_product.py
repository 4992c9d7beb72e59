"""problem: mlp_gradients
hint: which is not asked for

Computes the input's gradient though nobody asks.

replace: if not input_requires_grad and not any(trainable[:i]):
with: if i > 0 and not input_requires_grad and not any(trainable[:i]):
"""
