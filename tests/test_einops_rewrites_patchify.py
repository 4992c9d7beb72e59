"""Patches of images: handout §4.5. Expected values are cut out patch by patch."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_same_elements
from tests.harness.plugin.inputs import layouts
from tests.harness.rules.einops_only import (
    BATCHES,
    EINOPS_ERRORS,
    FLOATS,
    only_einops,
    pack_may_refuse,
)

adapters = only_einops  # watched in every call


def _patches(
    images, p, *, channels_first=False, columns_first=False, by_columns=False, apart=False
):
    """Cut the patches out one by one, with channels innermost unless a mistake is asked for."""
    height, width = images.shape[-2:]
    corners = [(i, j) for i in range(0, height, p) for j in range(0, width, p)]
    corners.sort(key=lambda corner: corner[::-1] if by_columns else corner)
    if apart:
        h, w = height // p, width // p
        cut = [images[..., i // p :: h, j // p :: w] for i, j in corners]
    else:
        cut = [images[..., i : i + p, j : j + p] for i, j in corners]
    cut = [patch.mT for patch in cut] if columns_first else cut
    cut = [patch if channels_first else patch.movedim(-3, -1) for patch in cut]
    empty = images.new_zeros(*images.shape[:-3], 0, p * p * images.shape[-3])
    return torch.stack([patch.flatten(-3) for patch in cut], dim=-2) if cut else empty


def _check_patchify(adapters, images, p, what=""):
    expected = _patches(images, p)
    wrong = {
        "in a patch the channels are innermost: rows, columns, channels": (
            _patches(images, p, channels_first=True)
        ),
        "in a patch the pixels of a row lie side by side": _patches(images, p, columns_first=True),
        "patches come row by row: the next one lies to the right": (
            _patches(images, p, by_columns=True)
        ),
        "this walks down the columns, of patches and of pixels; both should come by rows": (
            _patches(images, p, columns_first=True, by_columns=True)
        ),
        "here a patch's pixels are strewn over the image; they should be neighbours in it": (
            _patches(images, p, apart=True)
        ),
        "this cuts nothing: neighbours in a patch are neighbours in the image": (
            images.reshape(expected.shape)
        ),
    }
    what = f"{what or 'images'} of shape {tuple(images.shape)}, patch {p}"
    actual = adapters.run_patchify(images, p)
    assert_same_elements(actual, expected, misconceptions=wrong, what=what)


@pytest.mark.problem("patchify")
def test_patchify_is_written_with_einops(adapters, rng):
    _check_patchify(adapters, rng.normal(3, 4, 6), 2)
    adapters.assert_einops("run_patchify")


@pytest.mark.problem("patchify")
def test_patchify(adapters, rng):
    for batch in BATCHES:
        for dtype in FLOATS:
            p, h, w, c = rng.integer(2, 3), rng.integer(1, 3), rng.integer(2, 4), rng.integer(2, 4)
            images = rng.normal(*batch, c, h * p, w * p, dtype=dtype).abs() * 99
            _check_patchify(adapters, images, p)


@pytest.mark.problem("patchify")
def test_patchify_at_the_edges(adapters, rng):
    for layout, images in layouts(rng.normal(2, 3, 4, 6)).items():
        _check_patchify(adapters, images, 2, f"{layout} images")
    _check_patchify(adapters, rng.normal(1, 4, 4).expand(3, 4, 4), 2, "expanded images")
    _check_patchify(adapters, rng.normal(3, 2, 5), 1)
    _check_patchify(adapters, rng.normal(3, 4, 4), 4)
    _check_patchify(adapters, rng.normal(1, 2, 6), 2)
    _check_patchify(adapters, rng.normal(2, 6, 2), np.int64(2))
    _check_patchify(adapters, rng.normal(0, 3, 4, 6), 2)
    for shape in ((3, 0, 6), (3, 4, 0), (2, 3, 0, 6)):
        with pack_may_refuse():
            _check_patchify(adapters, rng.normal(*shape), 2)


@pytest.mark.problem("patchify")
def test_patchify_refuses_bad_patches(adapters, rng):
    for p in (3, 4, 5, 0, -1, -2):
        for height, width in ((4, 6), (6, 4), (2, 8), (8, 2), (2, 2)):
            assert_raises(
                lambda p=p, h=height, w=width: adapters.run_patchify(rng.normal(2, h, w), p),
                kinds=EINOPS_ERRORS,
                when=f"patch is {p} and the images are {height} by {width}",
            )
