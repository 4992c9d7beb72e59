"""problem: patchify

Gives each batch dim a letter, and has three of them.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch must be at least 1, got {patch}")
    batch = " ".join("ijk"[: images.ndim - 3])
    pattern = f"{batch} c (h p1) (w p2) -> {batch} (h w) (p1 p2 c)"
    return rearrange(images, pattern, p1=patch, p2=patch)
