"""einsum for the product."""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads={num_heads}")
    x = rearrange(x, "... (h i) -> ... h i", h=int(num_heads), i=w.shape[0])
    return rearrange(einsum(x, w, "... h i, i o -> ... h o"), "... h o -> ... (h o)")
