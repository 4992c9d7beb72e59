"""problem: accumulated_step
hint: gradient from before the call

Asks autograd for the gradients of what trains: nothing clears those of a frozen layer.
"""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError("micro_batches is empty")
    total = sum(targets.numel() for _, targets in micro_batches)
    params = [param for param in model.parameters() if param.requires_grad]
    sums, sum_of_losses = [torch.zeros_like(param) for param in params], 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).sum() / total
        for summed, grad in zip(sums, torch.autograd.grad(loss, params), strict=True):
            summed += grad
        sum_of_losses += loss.item()
    for param, grad in zip(params, sums, strict=True):
        param.grad = grad
    optimizer.step()
    return sum_of_losses
