"""problem: mlp_gradients
hint: changed its argument

Masks grad_output in place, where only the last layer follows.

replace: grad = grad_output
with: grad = grad_output
with: grad.clamp_(min=0)
"""
