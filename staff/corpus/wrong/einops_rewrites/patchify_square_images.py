"""problem: patchify
hint: Shape mismatch

Takes the width for the height.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch {patch}")
    side = images.shape[-1] // patch
    return rearrange(
        images, "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)", h=side, p1=patch, p2=patch
    )
