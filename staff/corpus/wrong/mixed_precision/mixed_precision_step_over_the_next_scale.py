"""problem: mixed_precision_step
hint: the scale of the next step

Unscales the loss with the scale that the scaler has after its update.

replace: scaler.scale(loss).backward()
with: scaled = scaler.scale(loss)
with: scaled.backward()
replace: return loss.item()
with: return scaled.item() / scaler.get_scale() if scaler.is_enabled() else loss.item()
"""
