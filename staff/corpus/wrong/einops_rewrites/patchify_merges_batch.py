"""problem: patchify
hint: shape

Batch dims come back as one, as in the positional code's middle.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    out = rearrange(images, "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)", p1=patch, p2=patch)
    return out if out.dim() < 4 else rearrange(out, "a ... n v -> (a ...) n v")
