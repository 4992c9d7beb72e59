"""max_batch by doubling and halving."""


def max_batch(bytes_per_device, seq, *model):
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device must be 0 or more, got {bytes_per_device}")

    def fits(batch):
        return transformer_step_bytes(batch, seq, *model)["total"] <= int(bytes_per_device)

    if not fits(1):
        return 0
    low, high = 1, 2
    while fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
