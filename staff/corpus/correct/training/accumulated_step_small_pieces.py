"""Each micro-batch is cut into rows, one backward a row."""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError(f"micro_batches = {micro_batches}")
    count = sum(y.numel() for _, y in micro_batches)
    optimizer.zero_grad()
    total = torch.zeros((), dtype=torch.float64)
    for x, y in micro_batches:
        for rows, wanted in zip(x.split(64), y.split(64)):
            errors = (model(rows) - wanted).square().sum() / count
            errors.backward()
            total += errors.detach()
    optimizer.step()
    return total.item()
