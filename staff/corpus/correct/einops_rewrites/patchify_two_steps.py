"""Grid first, then flat; the sizes by parse_shape."""

from einops import parse_shape


def patchify(images, patch):
    size = parse_shape(images, "... c h w") if images.dim() > 3 else parse_shape(images, "c h w")
    if patch <= 0 or size["h"] % patch or size["w"] % patch:
        raise ValueError(f"{patch=}")
    grid = rearrange(images, "... c (h p) (w q) -> ... h w p q c", p=patch, q=patch)
    return rearrange(grid, "... h w p q c -> ... (h w) (p q c)")
