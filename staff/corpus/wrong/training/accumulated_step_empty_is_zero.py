"""problem: accumulated_step
hint: but the call returned

No micro-batch is a loss of 0.
"""


def accumulated_step(model, micro_batches, optimizer):
    micro_batches = list(micro_batches)
    if not micro_batches:
        return 0.0
    count = sum(targets.numel() for _, targets in micro_batches)
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).sum() / count
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
