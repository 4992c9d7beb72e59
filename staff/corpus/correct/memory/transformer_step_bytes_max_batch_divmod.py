"""max_batch from the bytes of one sequence, by NumPy's integers at the end."""

import numpy as np


def max_batch(
    bytes_per_device, seq, num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, ck
):
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device: {bytes_per_device} is negative")
    model = num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, ck
    sizes = transformer_step_bytes(1, seq, *model)
    left = int(bytes_per_device) - (sizes["total"] - sizes["activations"])
    if left < 0:
        return np.int64(0)
    batch, _ = divmod(left, sizes["activations"])
    return np.int64(batch) if batch < 2**63 else batch
