"""problem: patchify
hint: but the call returned

A patch of 0 is taken for 1.
"""


def patchify(images, patch):
    patch = max(patch, 1)
    return rearrange(images, "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)", p1=patch, p2=patch)
