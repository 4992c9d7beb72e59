"""problem: accumulated_step
hint: run backward for each micro-batch

Keeps the outputs of all micro-batches, to take the loss at the end.
"""


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError(f"micro_batches must have at least one, got {micro_batches}")
    num_elements = sum(targets.numel() for _, targets in micro_batches)
    optimizer.zero_grad()
    outputs = []
    for inputs, targets in micro_batches:
        output = model(inputs)
        (((output - targets) ** 2).sum() / num_elements).backward()
        outputs.append(output.detach())
    optimizer.step()
    pairs = zip(outputs, micro_batches, strict=True)
    return (
        float(sum(((output - targets) ** 2).sum() for output, (_, targets) in pairs)) / num_elements
    )
