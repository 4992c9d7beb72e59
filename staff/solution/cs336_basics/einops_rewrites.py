"""Axes with names: each stub shows positional code; rewrite it with einops. Handout §4.

Only einops (`rearrange`, `reduce`, `repeat`, `einsum`, …) may move, split, merge or add axes:
`transpose`, `permute`, `view`, `reshape`, `unsqueeze`, None-indexing, `stack`, `cat`, `unfold`,
`torch.einsum`, a convolution or an `expand` to more dims may not appear, nor a detour through
NumPy. `@`, arithmetic, masks and slicing are free.
"""

# BEGIN SOLUTION
from einops import einsum, rearrange, reduce

# END SOLUTION
from jaxtyping import Bool, Float
from torch import Tensor


def attention_scores(
    q: Float[Tensor, "... queries d"], k: Float[Tensor, "... keys d"]
) -> Float[Tensor, "... queries keys"]:
    """Return how well each query matches each key: their dot product over √d.

    With einops, rewrite

        q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5

    For q = [[3, 4, 0, 0]] and k = [[1, 1, 0, 0], [0, 2, 0, 0]], d is 4: [[3.5, 4.0]].

    Args:
        q: queries; any number of batch dims, which broadcast with those of k.
        k: keys.

    Returns:
        Scores in the dtype of q and k.

    Handout §4.1.
    """
    # BEGIN SOLUTION
    scores = einsum(q, k, "... queries d, ... keys d -> ... queries keys")
    return scores / q.shape[-1] ** 0.5
    # END SOLUTION


def split_heads(
    x: Float[Tensor, "... seq hidden"], num_heads: int
) -> Float[Tensor, "... heads seq d"]:
    """Split the hidden axis into heads, heads outermost in it, and move heads before seq.

    With einops, rewrite

        x.view(*x.shape[:-1], num_heads, -1).transpose(-3, -2)

    [[0, 1, 2, 3], [4, 5, 6, 7]] in 2 heads is [[[0, 1], [4, 5]], [[2, 3], [6, 7]]].

    Args:
        x: any number of batch dims, any strides.
        num_heads: a divisor of hidden, at least 1.

    Returns:
        The same elements by head.

    Raises:
        ValueError: num_heads is below 1 or does not divide hidden. The error that einops raises
            by itself is fine, too.

    Handout §4.2.
    """
    # BEGIN SOLUTION
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
    # END SOLUTION


def merge_heads(
    x: Float[Tensor, "... heads seq d"],
) -> Float[Tensor, "... seq hidden"]:
    """Merge the heads again: the inverse of `split_heads`.

    With einops, rewrite

        x.transpose(-3, -2).flatten(-2)

    [[[0, 1], [4, 5]], [[2, 3], [6, 7]]] is [[0, 1, 2, 3], [4, 5, 6, 7]].

    Args:
        x: any number of batch dims, any strides.

    Returns:
        The same elements, those of a position side by side.

    Handout §4.2.
    """
    # BEGIN SOLUTION split_heads
    return rearrange(x, "... heads seq d -> ... seq (heads d)")
    # END SOLUTION


def per_head_linear(
    x: Float[Tensor, "... hidden_in"], w: Float[Tensor, "d_in d_out"], num_heads: int
) -> Float[Tensor, "... hidden_out"]:
    """Split into heads, multiply each head by the same matrix, merge again.

    With einops, rewrite

        (x.view(*x.shape[:-1], num_heads, -1) @ w).flatten(-2)

    [1, 2, 3, 4] in 2 heads by w = [[1, 0, 1], [0, 1, 1]] is [1, 2, 3, 3, 4, 7].

    Args:
        x: hidden_in is num_heads · d_in, heads outermost; any number of dims before.
        w: the matrix that all heads share.
        num_heads: a divisor of hidden_in, at least 1.

    Returns:
        hidden_out is num_heads · d_out, heads outermost.

    Raises:
        ValueError: num_heads is below 1 or does not divide hidden_in. The error that einops raises
            by itself is fine, too.

    Handout §4.3.
    """
    # BEGIN SOLUTION
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
    # END SOLUTION


def masked_mean(
    x: Float[Tensor, "... seq d"], mask: Bool[Tensor, "... seq"]
) -> Float[Tensor, "... d"]:
    """Return the mean over the positions where mask is True; zeros where it is True nowhere.

    With einops, rewrite

        (x * mask[..., None]).sum(dim=-2) / mask.sum(dim=-1).clamp(min=1).unsqueeze(-1)

    x = [[1, 2], [3, 6], [9, 9]] under [True, True, False] has the mean [2, 4].

    Args:
        x: any number of batch dims.
        mask: True at the positions that count.

    Returns:
        Means in the dtype of x.

    Handout §4.4.
    """
    # BEGIN SOLUTION
    kept = rearrange(mask, "... seq -> ... seq 1")
    total = reduce(x.masked_fill(~kept, 0), "... seq d -> ... d", "sum")
    return total / reduce(kept, "... seq 1 -> ... 1", "sum").clamp(min=1)
    # END SOLUTION


def patchify(
    images: Float[Tensor, "... c height width"], patch: int
) -> Float[Tensor, "... patches values"]:
    """Cut images into square patches, row by row, and lay each patch out flat.

    With einops, rewrite

        c, height, width = images.shape[-3:]
        grid = images.view(-1, c, height // patch, patch, width // patch, patch)
        patches = grid.permute(0, 2, 4, 3, 5, 1)
        patches.reshape(*images.shape[:-3], -1, patch * patch * c)

    The image [[0, 1, 2, 3], [4, 5, 6, 7]] of one channel, in patches of 2, is
    [[0, 1, 4, 5], [2, 3, 6, 7]].

    Args:
        images: any number of batch dims; patch divides height and width.
        patch: side of a patch, at least 1.

    Returns:
        (height / patch) · (width / patch) patches; in each the channels of a pixel lie side by
        side, then the pixels of a row, then the rows.

    Raises:
        ValueError: patch is below 1 or does not divide height and width. The error that einops
            raises by itself is fine, too.

    Handout §4.5.
    """
    # BEGIN SOLUTION
    if patch < 1:
        raise ValueError(f"patch must be at least 1, got {patch}")
    pattern = "... c (h p1) (w p2) -> ... (h w) (p1 p2 c)"
    return rearrange(images, pattern, p1=patch, p2=patch)
    # END SOLUTION
