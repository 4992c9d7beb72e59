"""problem: mlp_gradients
hint: is not asked for; expected None

Gives the input's gradient whenever it is at hand.

replace: input_grad = grad if input_requires_grad else None
with: input_grad = grad if input_requires_grad or trainable[0] else None
"""
