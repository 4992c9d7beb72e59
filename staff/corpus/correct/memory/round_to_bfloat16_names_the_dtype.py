"""The message names the dtype and nothing else, as the docstring says."""

_base_rd = round_to_bfloat16


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"only float32 can be rounded, not {x.dtype}")
    return _base_rd(x)
