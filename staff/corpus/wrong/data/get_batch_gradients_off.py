"""problem: get_batch
hint: the call left torch.is_grad_enabled() at False

Turns gradients off while it draws, and leaves them off.
"""


def get_batch(dataset, batch_size, context_length, device, right=get_batch):
    torch.set_grad_enabled(False)
    return right(dataset, batch_size, context_length, device)
