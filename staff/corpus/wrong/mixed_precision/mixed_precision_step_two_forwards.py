"""problem: mixed_precision_step
hint: run the model once

Runs the model twice: once for the loss to return.

replace: scaler.scale(loss).backward()
with: with torch.no_grad():
with:     with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
with:         model(inputs)
with: scaler.scale(loss).backward()
"""
