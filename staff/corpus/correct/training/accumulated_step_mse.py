"""mse_loss with reduction="sum", scaled."""

import torch.nn.functional as F


def accumulated_step(model, micro_batches, optimizer):
    if len(micro_batches) == 0:
        raise ValueError(f"micro_batches={micro_batches}: at least one is needed")
    n = 0
    for _, y in micro_batches:
        n += y.numel()
    optimizer.zero_grad(set_to_none=True)
    losses = []
    for x, y in micro_batches:
        part = F.mse_loss(model(x), y, reduction="sum") / n
        part.backward()
        losses.append(part.detach())
    optimizer.step()
    optimizer.zero_grad()
    return torch.stack(losses).sum().item()
