"""Under inference_mode."""

_usual = get_batch


@torch.inference_mode()
def get_batch(dataset, batch_size, context_length, device):
    return _usual(dataset, batch_size, context_length, device)
