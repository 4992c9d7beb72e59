"""problem: patchify

Through float32.

replace: return rearrange(images, pattern, p1=patch, p2=patch)
with: return rearrange(images.float(), pattern, p1=patch, p2=patch).to(images.dtype)
"""
