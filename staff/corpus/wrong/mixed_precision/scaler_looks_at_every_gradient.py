"""problem: mixed_precision_step

With a scaler, looks for infinite gradients itself, and in parameters that have none.

replace: scaler.step(optimizer)
with: if scaler.is_enabled():
with:     scaler.unscale_(optimizer)
with:     all(torch.isfinite(param.grad).all() for param in model.parameters())
with: scaler.step(optimizer)
"""
