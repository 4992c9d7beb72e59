"""Counts that do not fit, 0 and -1 among them, are left to einops."""


def split_heads(x, num_heads):
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)


def per_head_linear(x, w, num_heads):
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")


def patchify(images, patch):
    pattern = "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)"
    return rearrange(images, pattern, p1=patch, p2=patch)
