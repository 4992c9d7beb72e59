"""One block-diagonal matrix, built by einsum with an identity."""

import torch


def per_head_linear(x, w, num_heads):
    if num_heads < 1 or num_heads * w.shape[0] != x.shape[-1]:
        raise ValueError(f"num_heads={num_heads}")
    eye = torch.eye(int(num_heads), dtype=w.dtype)
    blocks = rearrange(einsum(eye, w, "a b, i o -> a i b o"), "a i b o -> (a i) (b o)")
    return x @ blocks
