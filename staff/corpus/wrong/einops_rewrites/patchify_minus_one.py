"""problem: patchify
hint: patch is -1

Takes -1 for patches of one pixel.
"""


def patchify(images, patch):
    patch = 1 if patch == -1 else patch
    if patch < 1:
        raise ValueError(f"patch must be at least 1, got {patch}")
    return rearrange(images, "... c (h p) (w q) -> ... (h w) (p q c)", p=patch, q=patch)
