"""problem: mlp_gradients
hint: FLOPs; here they were

Stops below no frozen layer but the first.

replace: if not input_requires_grad and not any(trainable[:i]):
with: if i == 0 and not input_requires_grad:
"""
