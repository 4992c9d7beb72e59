"""problem: patchify

Cuts patches out one by one, and has einops stack them: of an image of height 0 there is none.
"""


def patchify(images, patch):
    height, width = images.shape[-2:]
    if patch < 1 or height % patch or width % patch:
        raise ValueError(f"patch {patch}")
    corners = [(i, j) for i in range(0, height, patch) for j in range(0, width, patch)]
    cut = [images[..., i : i + patch, j : j + patch] for i, j in corners]
    return rearrange(cut, "n ... c p q -> ... n (p q c)")
