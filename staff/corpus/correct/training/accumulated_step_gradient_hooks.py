"""Hooks scale each gradient as it arrives."""


def accumulated_step(model, micro_batches, optimizer):
    if micro_batches == []:
        raise ValueError("micro_batches == []")
    count = sum(y.nelement() for _, y in micro_batches)
    hooks = [p.register_hook(lambda g: g / count) for p in model.parameters() if p.requires_grad]
    try:
        optimizer.zero_grad()
        total = 0.0
        for x, y in micro_batches:
            loss = torch.dist(model(x), y) ** 2
            loss.backward()
            total += loss.double().item()
            del loss
    finally:
        for hook in hooks:
            hook.remove()
    optimizer.step()
    return total / count
