"""problem: patchify
hint: 2 by 8

Asks whether the area divides, and cuts the sides.
"""


def patchify(images, patch):
    height, width = images.shape[-2:]
    if patch < 1 or height * width % patch**2:
        raise ValueError(f"patch {patch} does not divide {height} by {width}")
    images = images[..., : height // patch * patch, : width // patch * patch]
    return rearrange(images, "... c (h p) (w q) -> ... (h w) (p q c)", p=patch, q=patch)
