"""problem: accumulated_step
hint: run backward for each micro-batch before the next

One graph for all: peak memory of the whole batch.
"""


def accumulated_step(model, micro_batches, optimizer):
    micro_batches = list(micro_batches)
    if not micro_batches:
        raise ValueError("micro_batches is empty: []")
    count = sum(targets.numel() for _, targets in micro_batches)
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).sum() / count
        total = total + loss
    total.backward()
    optimizer.step()
    return total.item()
