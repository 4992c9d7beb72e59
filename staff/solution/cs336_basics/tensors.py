"""Storage, strides and views: where do a tensor's elements live? Handout §3."""

# BEGIN SOLUTION
import math

# END SOLUTION
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Shaped


def storage_index(index: tuple[int, ...], strides: tuple[int, ...], storage_offset: int = 0) -> int:
    """Return the position in flat storage of the element at an index.

    Element (2, 1) of a contiguous 4 × 4 matrix, whose strides are (4, 1), is number
    2·4 + 1·1 = 9 of the storage. Pure arithmetic: build no tensor or array to query it.

    Args:
        index: one position for each dim, 0 or more; `()` for a 0-d tensor.
        strides: for each dim, the elements of storage from one position to the next.
        storage_offset: position in storage of the element at index (0, …, 0).

    Returns:
        The position, exact wherever int64 holds it.

    Raises:
        ValueError: index and strides are not of the same length.

    Handout §3.1.
    """
    # BEGIN SOLUTION
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} are not of the same length")
    steps = (int(i) * int(stride) for i, stride in zip(index, strides, strict=True))
    return int(storage_offset) + sum(steps)
    # END SOLUTION


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row-major strides that torch gives a new tensor of this shape.

    Shape (2, 3, 4) has the strides (12, 4, 1). A size of 0 counts as 1, as in torch:
    (2, 0, 4) has (4, 4, 1). Pure arithmetic: build no tensor or array to query it.

    Args:
        shape: sizes, 0 or more; `()` for a 0-d tensor.

    Returns:
        As many strides as sizes, in elements, exact wherever int64 holds them.

    Raises:
        ValueError: a size is negative.

    Handout §3.2.
    """
    # BEGIN SOLUTION
    return _row_major(shape)
    # END SOLUTION


def is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    """Return what `Tensor.is_contiguous()` says of a tensor with this shape and these strides.

    (3, 4) with strides (4, 1) is contiguous, its transpose (4, 3) with (1, 4) is not; but
    (4, 1) with strides (1, 4) is: along a dim of size 1 nobody takes a step. A tensor without
    elements is always contiguous. Pure arithmetic: build no tensor or array to query it.

    Args:
        shape: sizes, 0 or more.
        strides: as many strides, in elements.

    Returns:
        Whether the elements lie in row-major order without gaps.

    Raises:
        ValueError: a size is negative, or shape and strides are not of the same length.

    Handout §3.3.
    """
    # BEGIN SOLUTION
    _check_lengths(shape, strides)
    expected = _row_major(shape)
    dims = zip(shape, strides, expected, strict=True)
    return 0 in shape or all(size == 1 or stride == step for size, stride, step in dims)
    # END SOLUTION


@dataclass(frozen=True)
class StridedView:
    """What torch keeps of a view besides its storage. Each method gives a new view.

    `StridedView((3, 4), (4, 1), 0)` is a contiguous 3 × 4 matrix; its
    `.transpose(0, 1).select(0, 2)` is column 2, `StridedView((3,), (4,), 2)`.

    The methods do what the tensor methods of the same name do, by arithmetic on these numbers
    alone: build no tensor or array to query it. Negative dims and indices count from the end. A
    dim or an index that is out of range is an IndexError, any other bad argument a ValueError; the
    message names the argument and its value.

    Attributes:
        shape: sizes, 0 or more.
        strides: for each dim, the elements of storage from one position to the next.
        storage_offset: position in storage of the first element.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    storage_offset: int

    def select(self, dim: int, index: int) -> "StridedView":
        """Return the view at one index of a dim; the dim is gone.

        Shape (3, 4), strides (4, 1): `select(0, 1)` is shape (4,), strides (1,), offset 4.

        Args:
            dim: in [-rank, rank).
            index: in [-size, size) of that dim.

        Raises:
            IndexError: dim or index is out of range.

        Handout §3.4.
        """
        # BEGIN SOLUTION view_metadata
        d = _dim(dim, len(self.shape))
        size, stride = self.shape[d], self.strides[d]
        if not -size <= index < size:
            raise IndexError(f"index {index} is out of range for dim {dim} of size {size}")
        offset = self.storage_offset + index % size * stride
        shape, strides = (x[:d] + x[d + 1 :] for x in (self.shape, self.strides))
        return StridedView(shape, strides, offset)
        # END SOLUTION

    def slice(
        self, dim: int, start: int | None = None, stop: int | None = None, step: int = 1
    ) -> "StridedView":
        """Return the view of positions start, start + step, … before stop of a dim.

        Shape (10,), strides (1,): `slice(0, 2, 9, 3)` is shape (3,), strides (3,), offset 2.

        Args:
            dim: in [-rank, rank).
            start: first position; None is the first of all. Clamped as Python clamps; where
                nothing is left, the offset still moves to the clamped start.
            stop: end, not included; None is the end of the dim. Clamped as Python clamps.
            step: at least 1.

        Raises:
            IndexError: dim is out of range.
            ValueError: step is below 1.

        Handout §3.4.
        """
        # BEGIN SOLUTION view_metadata
        d = _dim(dim, len(self.shape))
        if step < 1:
            raise ValueError(f"step must be at least 1, got {step}")
        positions = range(*slice(start, stop, step).indices(self.shape[d]))
        shape, strides = list(self.shape), list(self.strides)
        shape[d], strides[d] = len(positions), strides[d] * step
        offset = self.storage_offset + positions.start * self.strides[d]
        return StridedView(tuple(shape), tuple(strides), offset)
        # END SOLUTION

    def transpose(self, d0: int, d1: int) -> "StridedView":
        """Return the view with two dims swapped.

        Shape (3, 4), strides (4, 1): `transpose(0, 1)` is shape (4, 3), strides (1, 4).

        Args:
            d0: in [-rank, rank); 0 and -1 are allowed for a 0-d view, which stays as it is.
            d1: the same.

        Raises:
            IndexError: a dim is out of range.

        Handout §3.4.
        """
        # BEGIN SOLUTION view_metadata
        rank = len(self.shape)
        a, b = _dim(d0, max(rank, 1)), _dim(d1, max(rank, 1))
        order = [{a: b, b: a}.get(d, d) for d in range(rank)]
        shape, strides = (tuple(x[d] for d in order) for x in (self.shape, self.strides))
        return StridedView(shape, strides, self.storage_offset)
        # END SOLUTION

    def expand(self, shape: tuple[int, ...]) -> "StridedView":
        """Return the view with dims of size 1 repeated, and new dims in front, without a copy.

        Shape (3, 1), strides (1, 1): `expand((2, -1, 4))` is shape (2, 3, 4), strides (0, 1, 0).

        Args:
            shape: the new sizes, at least as many as there are. A size of 1 may become any other,
                0 too; other sizes stay. -1 keeps a size, and is not allowed for a new dim.

        Raises:
            ValueError: shape is not one that the view can be expanded to.

        Handout §3.4.
        """
        # BEGIN SOLUTION view_metadata
        added = len(shape) - len(self.shape)
        sizes = (1,) * added + self.shape
        strides = (0,) * added + self.strides
        new = [sizes[d] if n == -1 and d >= added else n for d, n in enumerate(shape)]
        if added < 0 or any(
            n < 0 or size not in (1, n) for size, n in zip(sizes, new, strict=True)
        ):
            raise ValueError(f"shape {tuple(shape)} is not one that {self.shape} expands to")
        repeated = (0 if n != size else s for n, size, s in zip(new, sizes, strides, strict=True))
        return StridedView(tuple(new), tuple(repeated), self.storage_offset)
        # END SOLUTION

    def view(self, shape: tuple[int, ...]) -> "StridedView":
        """Return the view of another shape over the same elements in the same order.

        Shape (4, 6), strides (6, 1): `view((2, 2, -1))` is shape (2, 2, 6), strides (12, 6, 1).
        Its transpose, (6, 4) with strides (1, 6), cannot be viewed as (24,): one stride would
        have to jump back and forth. A dim can be split in two; two neighbours can be merged where
        the outer stride is the inner stride times the inner size. Dims of size 1 and views
        without elements stand in nobody's way.

        Args:
            shape: the new sizes. One of them may be -1: whatever the number of elements leaves,
                which is 0 for `(-1,)` of an empty view, and nothing certain for `(0, -1)`.

        Raises:
            ValueError: shape has another number of elements or a bad size, or the strides forbid
                it.

        Handout §3.4.
        """
        # BEGIN SOLUTION view_metadata
        new = _without_unknown(tuple(shape), math.prod(self.shape))
        if 0 in new:
            return StridedView(new, _row_major(new), self.storage_offset)
        runs = _merged(self.shape, self.strides)
        strides, left, step = [], 1, 1
        for size in reversed(new):
            if left == 1 and size > 1:
                left, step = runs.pop()
            if left % size:
                raise ValueError(f"shape {new} is no view of {self.shape}, strides {self.strides}")
            strides.append(step)
            left, step = left // size, step * size
        return StridedView(new, tuple(reversed(strides)), self.storage_offset)
        # END SOLUTION


def gather(
    storage: Shaped[torch.Tensor, " n"],
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    storage_offset: int,
) -> torch.Tensor:
    """Read a view's elements out of its storage by index arithmetic: what `contiguous()` does.

    From the storage [0, 10, 20, 30, 40, 50], shape (3, 2) with strides (1, 3) and offset 0 gives
    [[0, 30], [10, 40], [20, 50]]. Neither `as_strided` nor a Python loop over elements is
    allowed; a loop over dims is fine.

    Args:
        storage: any 1-D tensor of any dtype; it may itself be strided or start at an offset.
        shape: sizes, 0 or more; `()` for one element.
        strides: as many strides. They may be 0 or negative, and elements may overlap.
        storage_offset: position in storage of the first element.

    Returns:
        A new contiguous tensor, of the dtype of storage.

    Raises:
        IndexError: an element lies outside storage, before its start too.
        ValueError: a size is negative, or shape and strides are not of the same length.

    Handout §3.5.
    """
    # BEGIN SOLUTION
    _check_lengths(shape, strides)
    positions = torch.tensor(int(storage_offset))
    for size, stride in zip(shape, strides, strict=True):
        if size < 0:
            raise ValueError(f"shape {tuple(shape)} has a negative size")
        positions = positions[..., None] + torch.arange(size) * stride
    if (positions < 0).any():
        raise IndexError(f"position {positions.min()} is before the start of storage")
    return storage[positions.flatten()].view(positions.shape)  # a 0-d index would give a view
    # END SOLUTION


def sliding_windows(
    x: Shaped[torch.Tensor, "... time"], size: int, step: int
) -> Shaped[torch.Tensor, "... windows {size}"]:
    """Return all windows of `size` neighbours along time, `step` apart, as a view of x.

    [0, 1, 2, 3, 4] in windows of 3, 2 apart, is [[0, 1, 2], [2, 3, 4]]. Nothing is copied: the
    windows share the storage of x, so that a number written to x is seen in every window over it.

    Args:
        x: a tensor of any dtype and any strides.
        size: elements in a window, at least 1 and at most time.
        step: positions from one window to the next, at least 1.

    Returns:
        A view with (time - size) // step + 1 windows.

    Raises:
        ValueError: size is below 1 or above time, or step is below 1.

    Handout §3.6.
    """
    # BEGIN SOLUTION
    if not 1 <= size <= x.shape[-1]:
        raise ValueError(f"size must be from 1 to time, {x.shape[-1]}, got {size}")
    if step < 1:
        raise ValueError(f"step must be at least 1, got {step}")
    return x.unfold(-1, size, step)
    # END SOLUTION


def causal_mask(n: int) -> Bool[torch.Tensor, "n n"]:
    """Return which keys each query may see: those at its own position and before.

    For n = 3: [[True, False, False], [True, True, False], [True, True, True]].

    Args:
        n: number of positions, 0 or more.

    Returns:
        A bool tensor; mask[query, key] is True where key ≤ query.

    Raises:
        ValueError: n is negative; torch's own error will do, too.

    Handout §3.7.
    """
    # BEGIN SOLUTION
    if n < 0:
        raise ValueError(f"n must be 0 or more, got {n}")
    return torch.ones(n, n, dtype=torch.bool).tril()
    # END SOLUTION


# BEGIN SOLUTION
def _row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return row-major strides. Two problems share this, and none calls another's answer."""
    strides, step = [], 1
    for size in reversed(shape):
        if size < 0:
            raise ValueError(f"shape {tuple(shape)} has a negative size")
        strides.append(step)
        step *= max(int(size), 1)
    return tuple(reversed(strides))


def _check_lengths(shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
    if len(shape) != len(strides):
        raise ValueError(f"shape {shape} and strides {strides} are not of the same length")


def _dim(dim: int, rank: int) -> int:
    """Return dim counted from the front."""
    if not -rank <= dim < rank:
        raise IndexError(f"dim {dim} is out of range for a view of {rank} dims")
    return dim % rank


def _without_unknown(shape: tuple[int, ...], numel: int) -> tuple[int, ...]:
    """Return shape, its -1 replaced; a ValueError if it has not numel elements."""
    known = math.prod(size for size in shape if size != -1)
    inferred = numel // known if -1 in shape and known else -1
    new = tuple(inferred if size == -1 else size for size in shape)
    if shape.count(-1) > 1 or any(size < 0 for size in new) or math.prod(new) != numel:
        raise ValueError(f"shape {shape} cannot hold {numel} elements")
    return new


def _merged(shape: tuple[int, ...], strides: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return (size, stride) of the dims, neighbours merged where their strides allow it."""
    runs: list[tuple[int, int]] = []
    for size, stride in zip(shape, strides, strict=True):
        if runs and runs[-1][1] == size * stride:
            runs[-1] = (runs[-1][0] * size, stride)
        elif size != 1:
            runs.append((size, stride))
    return runs


# END SOLUTION
