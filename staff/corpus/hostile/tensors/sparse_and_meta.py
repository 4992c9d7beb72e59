"""problem: gather

Tensors without memory: sparse, quantized, on the meta device.
"""


def gather(storage, shape, strides, storage_offset):
    shape = tuple(shape)
    if len(shape) % 3 == 0:
        return torch.empty(shape, dtype=storage.dtype, device="meta")
    if len(shape) % 3 == 1:
        return torch.zeros(shape, dtype=storage.dtype).to_sparse()
    return torch.quantize_per_tensor(torch.zeros(shape), 0.1, 0, torch.quint8)
