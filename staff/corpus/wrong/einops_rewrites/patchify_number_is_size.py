"""problem: patchify
hint: patch

Takes patch for the number of patches along a side.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    return rearrange(images, "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)", h=patch, w=patch)
