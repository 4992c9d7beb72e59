"""Sums, then divides the gradients."""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError(f"no micro_batches: {micro_batches}")
    optimizer.zero_grad()
    n, total = 0, 0.0
    for x, y in micro_batches:
        loss = (model(x) - y).pow(2).sum()
        loss.backward()
        n += y.numel()
        total += loss.item()
    for group in optimizer.param_groups:
        for p in group["params"]:
            if p.grad is not None:
                p.grad /= n
    optimizer.step()
    return total / n
