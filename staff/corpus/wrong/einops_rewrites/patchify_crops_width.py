"""problem: patchify
hint: but the call returned

Only the width is cut to fit.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    w = images.shape[-1] // patch * patch
    return rearrange(
        images[..., :w], "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)", p1=patch, p2=patch
    )
