"""problem: accumulated_step
hint: this is the sum of the micro-batches' means

Adds the means.
"""


def accumulated_step(model, micro_batches, optimizer):
    micro_batches = list(micro_batches)
    if not micro_batches:
        raise ValueError("micro_batches is empty: []")
    count = sum(targets.numel() for _, targets in micro_batches)
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).mean()
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
