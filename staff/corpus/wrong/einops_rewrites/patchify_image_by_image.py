"""problem: patchify

Takes the images one by one: of a batch without images there is nothing to put together.
"""


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch must be at least 1, got {patch}")
    if images.ndim == 3:
        return rearrange(images, "c (h p) (w q) -> (h w) (p q c)", p=patch, q=patch)
    return rearrange([patchify(image, patch) for image in images], "b ... -> b ...")
