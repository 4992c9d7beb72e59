"""problem: mixed_precision_step

Make all parameters but the last into buffers after the step, and put them back as they were: only
what is still a parameter would be looked at.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    params = [param for group in optimizer.param_groups for param in group["params"]]
    old = [param.detach().clone() for param in params]
    loss = _right(model, inputs, targets, optimizer, dtype, scaler)
    if not all(map(torch.equal, params, old)):
        for param, before in zip(params[:-1], old):
            param.data.copy_(before)
        for module in model.modules():
            for name, param in list(module._parameters.items()):
                if param is not params[-1]:
                    module._buffers[name] = module._parameters.pop(name)
    return loss
