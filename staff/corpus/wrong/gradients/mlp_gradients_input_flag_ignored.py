"""problem: mlp_gradients
hint: is asked for, got None

Never gives the input's gradient.

replace: input_grad = grad if input_requires_grad else None
with: input_grad = None
"""
