"""problem: patchify
hint: channel

Channels before pixels in a patch.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    return rearrange(images, "... c (h p1) (w p2) -> ... (h w) (c p1 p2)", p1=patch, p2=patch)
