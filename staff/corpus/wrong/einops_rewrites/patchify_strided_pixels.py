"""problem: patchify
hint: neighbours

Every h-th pixel and not neighbours: (p h) for (h p).
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    return rearrange(images, "... c (p1 h) (p2 w) -> ... (h w) (p1 p2 c)", p1=patch, p2=patch)
