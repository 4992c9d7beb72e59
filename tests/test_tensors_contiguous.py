"""Which strides are contiguous: handout §3.3."""

import itertools

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_bool
from tests.harness.rules.arithmetic import assert_queries_nothing

pytestmark = pytest.mark.problem("is_contiguous")

BIG = 2**53 + 1


def _check_is_contiguous(adapters, shape, strides):
    x = torch.empty_strided(tuple(map(int, shape)), tuple(map(int, strides)), device="meta")
    expected = x.is_contiguous()
    hint = "the elements lie with gaps, or in another order"
    if expected:
        hint = "along a dim of size 1 there is no step: its stride does not matter"
        hint = "a tensor without elements is contiguous" if 0 in shape else hint
        hint = "" if min(shape, default=2) > 1 else hint
    what = f"shape {shape}, strides {strides}"
    assert_bool(adapters.run_is_contiguous(shape, strides), expected, what=what, hint=hint)


def test_is_contiguous_for_all_small_shapes(adapters, rng):
    for rank in range(4):
        for shape in itertools.product((0, 1, 2, 3)[: 5 - rank], repeat=rank):
            true = torch.empty(shape).stride()
            _check_is_contiguous(adapters, shape, true)
            other = list(true)
            if rank:
                other[rng.integer(0, rank - 1)] = rng.choice([0, 1, 2, 3, 4, 6, 9, 100])
            _check_is_contiguous(adapters, shape, tuple(other))


def test_is_contiguous_looks_at_every_stride(adapters, rng):
    for rank in (2, 3, 4, 5):
        shape = rng.shape(rank, 2, 5)
        true = torch.empty(shape, device="meta").stride()
        for dim in range(rank):
            wider = torch.empty([n + (d == dim) for d, n in enumerate(shape)], device="meta")
            narrow = wider.narrow(dim, 1, shape[dim]).stride()
            moved = list(true)
            moved[dim] += rng.choice([-1, 1, 2**32])
            for strides in (narrow, tuple(moved)):
                _check_is_contiguous(adapters, shape, strides)


def test_is_contiguous_of_every_order_of_dims(adapters, rng):
    for rank in (2, 3, 4, 5):
        sizes = rng.shape(rank, 2, 5)
        orders = list(itertools.permutations(range(rank)))
        if rank == 5:  # of these many, the orders that move one dim, channels_last_3d among them
            orders = [order for order in orders if _moves_one(order)]
        for order in orders:
            x = torch.empty(sizes, device="meta").permute(order)
            _check_is_contiguous(adapters, tuple(x.shape), x.stride())
            # A size of 1 at every place; in 4 dims, where there are many orders, at one.
            places = {2: range(3), 3: range(4), 4: [rng.integer(0, 4)], 5: ()}[rank]
            for with_one in map(x.unsqueeze, places):
                _check_is_contiguous(adapters, tuple(with_one.shape), with_one.stride())


def _moves_one(order):
    left = (sorted({*order} - {d}) == [n for n in order if n != d] for d in order)
    return any(left)


def test_is_contiguous_of_views(adapters, rng):
    n, m = rng.shape(2, 2, 5)
    x = torch.empty(n, m, 4)
    for view in (
        x.transpose(0, 1),
        x.transpose(0, 2),
        x[:, 1:],
        x[1:],
        x[::2],
        x[..., ::2],
        x[:, :1],
        x[:1].transpose(0, 1),
        x[:, :1].transpose(0, 1),
        x[:, :1].transpose(1, 2),
        x[..., :1],
        x[:1, :1, ::2],
        x[:1, :1, :1].expand(2, 1, 1),
        x[:1].expand(n, m, 4),
        x[:, :0].transpose(0, 2),
        x[0, 0, 0],
        x[0, 0].unfold(0, 2, 1),
        x[0, 0].unfold(0, 2, 2),
        x.new_empty(1).expand(1, 1, 5),
    ):
        _check_is_contiguous(adapters, tuple(view.shape), view.stride())
    for shape, strides in (
        ((5, BIG), (BIG, 1)),
        ((5, BIG), (BIG - 1, 1)),
        ((5, BIG), (BIG + 1, 1)),
        ((2, BIG, 3), (3 * BIG, 3, 1)),
        ((2, BIG, 3), (3 * BIG - 1, 3, 1)),
        ((n, 1, m), (m, 0, 1)),
        ((1, 1), (0, 0)),
        ((1,), (7,)),
        ((2, 1, 1), (1, 5, 7)),
        ((2, 1, 1, 3), (3, 9, 9, 1)),
        ((2,), (2,)),
        ((2,), (0,)),
        ((0,), (5,)),
        ((3, 0, 2), (1, 1, 9)),
        ((2, 3), (5, 0)),  # its last element lies where that of a contiguous one does
        ((3, 3), (2, 2)),
        ((2, 2, 2), (5, 2, 0)),
        ((2, 2, 2), (2, 4, 1)),  # their sum, and the last one, are those of a contiguous one
        ((n, m + 1), (m + 1, 1)),  # the strides of the last one, which has gaps
        (torch.Size((n, m)), (m, 1)),
        (tuple(np.array([n, m])), tuple(np.array([m, 1]))),
        (tuple(np.array([n, m])), tuple(np.array([m + 1, 1]))),
    ):
        _check_is_contiguous(adapters, shape, strides)


def test_is_contiguous_is_arithmetic(adapters, rng):
    n, m = rng.shape(2, 9, 30)
    for strides, expected in (((m, 1), True), ((1, n), False)):
        seen = adapters.observed(trace=True).run_is_contiguous((n, m), strides)
        assert_bool(seen.value, expected, what=f"shape {(n, m)}, strides {strides}")
        assert_queries_nothing(adapters, seen.trace.ops, "is_contiguous")


def test_is_contiguous_leaves_lists_alone(adapters, rng):
    n, m = rng.shape(2, 2, 9)
    seen = adapters.observed().run_is_contiguous([n, m], [m, 1])
    if not isinstance(seen.error, TypeError):  # lists may be refused, but not changed
        assert_bool(seen.value, True, what=f"shape {[n, m]}, strides {[m, 1]}")


def test_is_contiguous_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(20, 99)
    for shape, strides in (((bad, 2), (2, 1)), ((0, bad), (1, 1)), ((3, -1), (1, 1))):
        assert_raises(
            lambda shape=shape, strides=strides: adapters.run_is_contiguous(shape, strides),
            mentions=[{"shape", "size"}, min(shape)],
            when=f"shape is {shape} and strides is {strides}",
        )
    for shape, strides in (((2, 3), (1,)), ((3,), (3, 1)), ((), (1,)), ((0,), ()), ((1,), ())):
        assert_raises(
            lambda shape=shape, strides=strides: adapters.run_is_contiguous(shape, strides),
            when=f"shape is {shape} and strides is {strides}",
        )
