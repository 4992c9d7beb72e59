"""problem: patchify

Takes the whole image for a patch that is larger.
"""

_right = patchify


def patchify(images, patch):
    return _right(images, min(patch, max(images.shape[-2:])))
