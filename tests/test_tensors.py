"""Storage and strides: handout §3."""

import itertools
import math
from functools import partial

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import (
    assert_fresh_result,
    assert_integer,
    assert_integers,
    assert_same_elements,
    assert_tensor,
)
from tests.harness.rules.arithmetic import assert_queries_nothing

BIG = 2**53 + 1


@pytest.mark.problem("storage_index")
def test_storage_index_of_every_element(adapters, rng):
    matrix = torch.arange(400).view(20, 20)
    for what, x in (
        ("four dims", torch.arange(400)[7:].view(-1)[: 2 * 3 * 2 * 4].view(2, 3, 2, 4)),
        ("a transposed slice", matrix[2:5, 1:8:3].T),
        ("a matrix", matrix[:3, :4]),
        ("an expanded row", matrix[3, :9:4].expand(3, 3)),
        ("windows", matrix[1].unfold(0, 3, 2)[:4]),
    ):
        metadata = x.stride(), x.storage_offset()
        for draws in (30, 1, 1, 1, 1, 1):  # the first index tells most mistakes from each other
            drawn = [tuple(rng.integer(0, n - 1) for n in x.shape) for _ in range(draws)]
            index = max(drawn, key=lambda i, at=metadata: len(_wrong_positions(i, *at)))
            assert_integer(
                adapters.run_storage_index(index, *metadata),
                x[index].item(),
                misconceptions=_wrong_positions(index, *metadata),
                what=f"index {index} of {what}, strides {metadata[0]}, offset {metadata[1]}",
            )


def _wrong_positions(index, strides, offset):
    """Return mistakes and the positions they give, but for those that another gives too."""

    def position(strides):
        return offset + sum(i * s for i, s in zip(index, strides, strict=True))

    right, falling = position(strides), tuple(sorted(strides, reverse=True))
    before = 0
    for i, stride in zip(index, strides, strict=True):
        before = before * stride + i
    wrong = {
        "this leaves out storage_offset": right - offset,
        "storage_offset counts once, not once a dim": right + (len(index) - 1) * offset,
        "positions count elements, not bytes": 4 * right,
        "this adds the indices; each counts as many elements as its stride": offset + sum(index),
        "this multiplies what came before by each stride, as one does with sizes": offset + before,
        "a stride of 0 is 0, not 1": position([stride or 1 for stride in strides]),
    }
    if strides == falling:
        wrong["this takes the strides in the opposite order"] = position(strides[::-1])
    else:
        wrong["the strides need not fall from one dim to the next"] = position(falling)
    found = [right, *wrong.values()]
    return {text: place for text, place in wrong.items() if found.count(place) == 1}


@pytest.mark.problem("storage_index")
def test_storage_index_at_the_edges(adapters, rng):
    a, b, k = rng.shape(3, 1, 99)
    for arguments, expected in (
        (((), ()), 0),
        (((), (), BIG), BIG),
        (((0,), (a,), k), k),
        (((a,), (0,)), 0),
        (((a, b), (b, 1)), a * b + b),
        (((a, b), (k, 0), 0), a * k),
        ((torch.Size((a, b)), (7, k), k), a * 7 + b * k + k),
        (((3, 2), (BIG, BIG - 1), 1), 5 * BIG - 1),
        (((BIG,), (3,), BIG), 4 * BIG),
        (((1,) * 40, tuple(range(40)), 2), 782),
    ):
        actual = adapters.run_storage_index(*arguments)
        wrong = {"this leaves out storage_offset": expected - sum(arguments[2:])}
        what = f"storage_index{arguments}"
        assert_integer(actual, expected, misconceptions=wrong, what=what)
    numpy = [np.array([a, b]), np.array([b, k])]
    actual = adapters.run_storage_index(*map(tuple, numpy), np.int64(k))
    assert_integer(actual, a * b + b * k + k, what="in NumPy integers")
    seen = adapters.observed().run_storage_index([a, b], [b, k], k)
    if not isinstance(seen.error, TypeError):  # lists may be refused, but not changed
        assert_integer(seen.value, a * b + b * k + k, what="of lists")


@pytest.mark.problem("storage_index")
def test_storage_index_refuses_unequal_lengths(adapters, rng):
    a, b = rng.shape(2, 1, 9)
    for index, strides in (((a,), (b, 1)), ((a, b), (1,)), ((), (a,)), ((a,), ())):
        for offset in ([], [a]):
            assert_raises(
                lambda rest=(index, strides, *offset): adapters.run_storage_index(*rest),
                mentions=["index", "stride", "length", index, strides],
                when=f"index is {index} and strides is {strides}",
            )


@pytest.mark.problem("storage_index")
def test_storage_index_is_arithmetic(adapters, rng):
    index, strides = rng.shape(3, 2), rng.shape(3, 9, 30)
    seen = adapters.observed(trace=True).run_storage_index(index, strides, 3)
    expected = sum(i * stride for i, stride in zip(index, strides, strict=True)) + 3
    assert_integer(seen.value, expected)
    assert_queries_nothing(adapters, seen.trace.ops, "storage_index")


SHAPES = ((), (0,), (1,), (1, 1), (2, 0, 4), (0, 3, 5), (3, 5, 0), (0, 0), (2, 0, 3, 0), (1, 5, 1))


def _wrong_strides(shape):
    sizes = [max(n, 1) for n in shape]
    strides = [math.prod(sizes[d + 1 :]) for d in range(len(shape))]
    ones = list(itertools.accumulate(shape[:0:-1], lambda step, n: step * n or 1, initial=1))[::-1]
    return {
        "a size of 0 counts as 1; what is after it counts too": ones[: len(shape)],
        "strides count elements, not bytes": [4 * stride for stride in strides],
        "a dim's own size does not count, only the sizes after it": [
            stride * size for stride, size in zip(strides, sizes, strict=True)
        ],
        "all the sizes after a dim count, not the next one alone": [*sizes[1:], 1][: len(shape)],
        "a dim of size 1 has a stride too, and it is not 0": [
            0 if n == 1 else stride for n, stride in zip(shape, strides, strict=True)
        ],
        "the sizes other than 0 count in a tensor without elements too": [1] * len(shape),
    }


@pytest.mark.problem("contiguous_strides")
def test_contiguous_strides(adapters, rng):
    # Three dims tell more mistakes apart than one or two, and 0 between others than at the ends.
    shapes = [rng.shape(rank, low) for low in (2, 1, 0) for rank in (3, 1, 2, 4, 5)]
    shapes.insert(10, (*rng.shape(2, 2, 5), 0, *rng.shape(2, 2, 5)))
    shapes.insert(0, (rng.integer(2, 3), rng.integer(4, 5), rng.integer(6, 7)))
    for shape in [*shapes, *SHAPES, (3, BIG, 5), (BIG, 1, 2), (BIG, 0, BIG), (2,) * 40]:
        wrong = {
            "a size of 0 counts as 1": [math.prod(shape[d + 1 :]) for d in range(len(shape))],
            "these are column-major strides: the last dim steps by 1": [
                math.prod(max(n, 1) for n in shape[:d]) for d in range(len(shape))
            ],
            "a stride is the product of the sizes after its dim, not of those before it": [
                math.prod(shape[:d]) for d in range(len(shape))
            ][::-1],
            "these are in the opposite order": torch.empty(shape, device="meta").stride()[::-1],
            "these are the shape's; a stride is the product of the sizes after its dim": shape,
            **_wrong_strides(shape),
        }
        if 0 in shape:
            wrong["a tensor without elements has strides too"] = (0,) * len(shape)
        else:
            wrong.pop("a size of 0 counts as 1")
        expected = torch.empty(shape, device="meta").stride()
        actual = adapters.run_contiguous_strides(shape)
        assert_integers(actual, expected, misconceptions=wrong, what=f"shape {shape}")


@pytest.mark.problem("contiguous_strides")
def test_contiguous_strides_takes_numpy_integers(adapters, rng):
    a, b, c = rng.shape(3, 2, 9)
    for shape in (torch.Size((a, b, c)), tuple(np.array([a, b, c]))):
        what = f"shape {shape!r}"
        assert_integers(adapters.run_contiguous_strides(shape), (b * c, c, 1), what=what)
    seen = adapters.observed().run_contiguous_strides([a, b, c])
    if not isinstance(seen.error, TypeError):  # a list may be refused, but not changed
        assert_integers(seen.value, (b * c, c, 1), what=f"shape {[a, b, c]}")


@pytest.mark.problem("contiguous_strides")
def test_contiguous_strides_refuses_negative_sizes(adapters, rng):
    bad = -rng.integer(20, 99)
    for shape in ((bad, 2), (2, bad), (-1,), (0, -1)):
        assert_raises(
            lambda shape=shape: adapters.run_contiguous_strides(shape),
            mentions=[{"shape", "size"}, min(shape)],
            when=f"shape is {shape}",
        )


@pytest.mark.problem("contiguous_strides")
def test_contiguous_strides_is_arithmetic(adapters, rng):
    a, b = rng.shape(2, 2)
    # Of few elements a tensor can be made, and seen; not so few that it may be one of a few sizes.
    for shape in ((3, a, b, 4), (2**20, a, b, 2**30), (3, a, 0, b), (2,) * 7):
        seen = adapters.observed(trace=True).run_contiguous_strides(shape)
        expected = torch.empty(shape, device="meta").stride()
        assert_integers(seen.value, expected, what=f"shape {shape}")
        assert_queries_nothing(adapters, seen.trace.ops, "contiguous_strides")


@pytest.mark.problem("causal_mask")
def test_causal_mask(adapters, rng):
    for n in (rng.integer(6, 40), 3, 2, 1, 0, rng.integer(2050, 2100), np.int64(4)):
        expected = torch.from_numpy(np.arange(n) <= np.arange(n)[:, None])
        actual = adapters.run_causal_mask(n)
        if n < 2:
            assert_tensor(actual, expected.shape, torch.bool, what=f"causal_mask({n})")
        wrong = partial(_wrong_masks, expected)
        assert_same_elements(actual, expected, misconceptions=wrong, what=f"causal_mask({n})")


def _wrong_masks(mask):
    """Return what is given by mistake for a mask, by hint."""
    return {
        "this is the transpose: mask[query, key] is True where key ≤ query": mask.T,
        "this is the opposite: True means that the query may see the key": ~mask,
        "a query also sees its own position": mask & ~torch.eye(len(mask), dtype=torch.bool),
        "here a query also sees the next key": torch.ones_like(mask).tril(1),
    }


@pytest.mark.problem("causal_mask")
def test_causal_mask_refuses_a_negative_n(adapters, rng):
    for n in (-1, -rng.integer(20, 99)):
        assert_raises(
            lambda n=n: adapters.run_causal_mask(n),
            kinds=(ValueError, TypeError, RuntimeError),  # torch's own for such a size
            when=f"n is {n}",
        )


@pytest.mark.problem("causal_mask")
def test_causal_mask_is_the_callers(adapters, rng):
    n = rng.integer(3, 9)
    expected = torch.from_numpy(np.arange(n) <= np.arange(n)[:, None])
    assert_same_elements(adapters.run_causal_mask(n), expected, what=f"causal_mask({n})")
    after = adapters.observed(overwrite_result=True).run_causal_mask(n).value
    assert_fresh_result(after, expected, what="a mask after the caller wrote to the one before")
