"""Asks autograd for the gradients, and gives all that the optimizer has none but these."""


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
    for group in optimizer.param_groups:
        for param in group["params"]:
            param.grad = None
    for param, grad in zip(params, sums, strict=True):
        param.grad = grad
    optimizer.step()
    return sum_of_losses
