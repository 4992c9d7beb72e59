"""problem: accumulated_step
hint: gradients from before the call were counted and divided

Gradients from before count, and are divided by the number of elements like the new ones.
"""


def accumulated_step(model, micro_batches, optimizer):
    micro_batches = list(micro_batches)
    if not micro_batches:
        raise ValueError("micro_batches is empty: []")
    count = sum(targets.numel() for _, targets in micro_batches)
    total = 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).sum()
        loss.backward()
        total += loss.item()
    for parameter in model.parameters():
        if parameter.grad is not None:
            parameter.grad /= count
    optimizer.step()
    return total / count
