"""Ask the dtype for its item size."""


def tensor_bytes(x):
    return x.dtype.itemsize * torch.Size(x.shape).numel()
