"""problem: split_heads
hint: only einops

pad_sequence stacks what it pads.
"""

from torch.nn.utils.rnn import pad_sequence


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"num_heads {num_heads}")
    parts = x.split(int(x.shape[-1] // num_heads), dim=-1)
    if x.numel() == 0:
        return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
    parts = [rearrange(part, "... seq d -> 1 ... seq d") for part in parts]
    stacked = pad_sequence([part[0] for part in parts], batch_first=True) if x.dim() == 2 else None
    if stacked is not None:
        return stacked
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
