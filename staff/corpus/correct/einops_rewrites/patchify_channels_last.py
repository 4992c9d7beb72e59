"""Channels last, rows cut, columns cut."""


def patchify(images, patch):
    if patch < 1:
        raise TypeError(f"patch: {patch}")
    p = int(patch)
    T = rearrange(images, "... c H W -> ... H W c")
    T = rearrange(T, "... (h p) W c -> ... h p W c", p=p)
    return rearrange(T, "... h p (w q) c -> ... (h w) (p q c)", q=p)
