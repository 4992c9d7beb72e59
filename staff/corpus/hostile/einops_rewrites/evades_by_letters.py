"""problem: patchify

The positional code, in letters that Python reads as others.
"""

import einops


def patchify(images, patch):
    einops.rearrange(images, "... -> ...")
    *batch, c, height, width = images.shape
    h, w = height // patch, width // patch
    x = images.𝐫𝐞𝐬𝐡𝐚𝐩𝐞(*batch, c, h, patch, w, patch)
    n = len(batch)
    x = x.𝓹𝓮𝓻𝓶𝓾𝓽𝓮(*range(n), n + 1, n + 3, n + 2, n + 4, n)
    return x.𝚛𝚎𝚜𝚑𝚊𝚙𝚎(*batch, h * w, patch * patch * c)
