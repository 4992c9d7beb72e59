"""problem: mixed_precision_step
hint: leave requires_grad of what the caller gave

Has the inputs require a gradient, and leaves it so.

replace: scaler.update()
with: scaler.update()
with: if inputs.is_floating_point():
with:     inputs.requires_grad_()
"""
