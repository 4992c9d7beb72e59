"""Pack the batch dims into one, and unpack them."""

from einops import pack, unpack


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch={patch}")
    flat, batch = pack([images], "* c h w")
    patches = rearrange(flat, "b c (h p) (w q) -> b (h w) (p q c)", p=patch, q=patch)
    return unpack(patches, batch, "* n v")[0]
