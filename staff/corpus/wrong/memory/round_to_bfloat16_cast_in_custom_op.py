"""problem: round_to_bfloat16
hint: x.view(torch.int32)

A custom operator casts.
"""


@torch.library.custom_op("cs336_wrong::rounded", mutates_args=())
def _rounded(x: torch.Tensor) -> torch.Tensor:
    return x.bfloat16().float()


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"got {x.dtype}")
    return torch.ops.cs336_wrong.rounded(x)
