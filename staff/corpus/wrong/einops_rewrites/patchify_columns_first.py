"""problem: patchify
hint: pixels of a row

Pixels of a patch column by column.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    return rearrange(images, "... c (h p1) (w p2) -> ... (h w) (p2 p1 c)", p1=patch, p2=patch)
