"""The bits as an integer, whose upper half is rounded as a number: half goes to even there, too."""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"expected float32, got {x.dtype}")
    upper = (x.contiguous().view(torch.int32).double() / 2**16).round().to(torch.int64)
    rounded = (upper << 16).to(torch.int32).view(torch.float32)
    return torch.where(x.isnan(), x, rounded)
