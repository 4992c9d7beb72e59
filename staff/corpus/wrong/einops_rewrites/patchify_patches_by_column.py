"""problem: patchify
hint: patches come row by row

Patches column by column.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    return rearrange(images, "... c (h p1) (w p2) -> ... (w h) (p1 p2 c)", p1=patch, p2=patch)
