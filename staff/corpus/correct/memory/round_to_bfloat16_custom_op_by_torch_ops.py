"""A custom operator, called in the namespace of torch.ops."""


@torch.library.custom_op("cs336_theirs::to_bfloat16", mutates_args=())
def _round(x: torch.Tensor) -> torch.Tensor:
    bits = x.view(torch.int32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & -65536
    return torch.where(torch.isnan(x), x, rounded.view(torch.float32))


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"got {x.dtype}")
    return torch.ops.cs336_theirs.to_bfloat16(x)
