"""Under inference_mode, as a decorator."""


@torch.inference_mode()
def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x is {x.dtype}")
    b = x.contiguous().view(torch.int32)
    r = (b + 0x7FFF + ((b >> 16) & 1)) & ~0xFFFF
    return torch.where(x.contiguous().isnan(), x.contiguous(), r.view(torch.float32))
