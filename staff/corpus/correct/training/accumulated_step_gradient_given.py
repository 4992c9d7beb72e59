"""Backward without a scalar: gives the gradient of the mean at the outputs."""


def accumulated_step(model, micro_batches, optimizer):
    if not len(micro_batches):
        raise ValueError(f"micro_batches is {micro_batches}")
    for param in model.parameters():
        param.grad = None
    optimizer.zero_grad()
    elements = sum(targets.numel() for _, targets in micro_batches)
    loss = 0.0
    for inputs, targets in micro_batches:
        outputs = model(inputs)
        with torch.no_grad():
            errors = outputs - targets
            loss += float(errors.double().square().sum()) / elements
        outputs.backward(2 * errors / elements)
    optimizer.step()
    return loss
