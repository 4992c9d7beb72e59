"""problem: accumulated_step
hint: this divides by the number of rows

Divides by rows, not elements.
"""


def accumulated_step(model, micro_batches, optimizer):
    micro_batches = list(micro_batches)
    if not micro_batches:
        raise ValueError("micro_batches is empty: []")
    count = sum(len(targets) for _, targets in micro_batches)
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in micro_batches:
        loss = ((model(inputs) - targets) ** 2).sum() / count
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
