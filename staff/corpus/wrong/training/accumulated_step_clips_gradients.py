"""problem: accumulated_step
hint: the gradients were clipped

Clips the gradients' norm to 1, out of habit.
"""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError("micro_batches")
    total = sum(y.numel() for _, y in micro_batches)
    optimizer.zero_grad()
    loss = 0.0
    for x, y in micro_batches:
        part = ((model(x) - y) ** 2).sum() / total
        part.backward()
        loss += part.item()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss
