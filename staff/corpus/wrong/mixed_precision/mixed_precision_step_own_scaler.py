"""problem: mixed_precision_step
hint: No scaler was given

Makes a scaler for a float16 step that has none.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    if scaler is None and dtype == torch.float16:
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    return _right(model, inputs, targets, optimizer, dtype, scaler)
