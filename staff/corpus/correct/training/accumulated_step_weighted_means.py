"""Means weighted by their share."""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError("micro_batches must hold at least one pair, got []")
    total = sum(y.numel() for _, y in micro_batches)
    model.zero_grad()
    optimizer.zero_grad()
    value = 0.0
    for x, y in micro_batches:
        share = y.numel() / total
        if y.numel() == 0:
            continue
        loss = torch.mean((model(x) - y).square()) * share
        loss.backward()
        value += float(loss)
    optimizer.step()
    return value
