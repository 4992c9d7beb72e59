"""Views without data: handout §3.4."""

import numpy as np
import pytest

from tests.harness.expected.tensors import (
    TorchChain,
    assert_chain,
    assert_view_metadata,
    describe_chain,
    random_op,
)
from tests.harness.plugin.failure import fail
from tests.harness.rules.arithmetic import assert_queries_nothing, could_be_queried

pytestmark = pytest.mark.problem("view_metadata")

BIG = 2**53 + 2**20 + 1  # in no float64, and not 1 in an int32


def test_view_metadata_select(adapters, rng):
    a, b, c = rng.shape(3, 3, 6)
    for dim, index in (
        (0, 1),
        (1, b - 1),
        (2, 0),
        (-1, 1),
        (-3, a - 1),
        (1, -1),
        (-2, -b),
        (0, -2),
    ):
        assert_chain(adapters, (a, b, c), [("select", dim, index)])
    assert_chain(adapters, (a,), [("select", 0, a - 1)])
    assert_chain(adapters, (a, b), [("select", 0, 1), ("select", 0, 2)])
    # The dim that goes is not the first with its size, or with its stride.
    assert_chain(adapters, (a, a + 1, a), [("select", 2, 1)])
    assert_chain(adapters, (1, b, 1), [("expand", (a, b, c)), ("select", 2, 1)])
    assert_chain(
        adapters, (a, b), [("transpose", 0, 1), ("select", 0, 1), ("slice", 0, 1, None, 2)]
    )


def test_view_metadata_slice(adapters, rng):
    n, m = rng.integer(5, 9), rng.integer(2, 5)
    bounds = (None, 0, 1, 2, n - 1, n, n + 1, n + 9, 2**62, -1, -2, -n, -n - 1, -n - 9, -(2**62))
    for step in range(1, n + 2):  # with plain bounds first: a mistake in steps is none in bounds
        op = ("slice", -2, 1, n - 1, step)
        assert_chain(adapters, (n, m), [op])
    # In what is drawn below, one of these mistakes could be taken for another.
    for op in (("slice", 0, 1, n + 9, 1), ("slice", 0, 1, -2, 1)):
        assert_chain(adapters, (n, m), [op])
    for start in bounds:
        stop, step = rng.choice(bounds), rng.integer(1, 4)
        for op in (("slice", 0, start, stop, step), ("slice", 0, stop, start, 1)):
            assert_chain(adapters, (n, m), [op])
    assert_chain(adapters, (m, n), [("slice", 1, 1, None, 2), ("slice", -1, 1, None, 2)])


def test_view_metadata_slice_defaults(adapters, rng):
    n, m = rng.integer(5, 9), rng.integer(4, 7)
    for op in (("slice", 0), ("slice", 0, 2), ("slice", -1, 1, 3)):
        assert_chain(adapters, (n, m), [op])


def test_view_metadata_slice_that_leaves_nothing(adapters, rng):
    n, m = rng.integer(4, 8), rng.integer(2, 5)
    for start, stop in (
        (2, 2),
        (3, 1),
        (n, None),
        (n + 5, None),
        (-1, -2),
        (2, -n - 3),
        (n + 5, 1),
    ):
        assert_chain(adapters, (n, m), [("slice", 0, start, stop, 1)])
    assert_chain(adapters, (0, m), [("slice", 1, 1, None, 1)])
    assert_chain(adapters, (0, m), [("slice", 0, 3, None, 1)])
    assert_chain(adapters, (n, 1), [("slice", 1, 1, None, 1), ("slice", 0, 2, None, 2)])


def test_view_metadata_transpose(adapters, rng):
    shape = rng.shape(4, 2, 5)
    for d0, d1 in ((0, 1), (1, 3), (3, 0), (-1, 0), (-1, -2), (2, 2), (-4, -4), (1, -3)):
        assert_chain(adapters, shape, [("transpose", d0, d1)])
    assert_chain(adapters, shape, [("transpose", 0, 1), ("transpose", 1, 2), ("transpose", 0, 3)])
    for d0, d1 in ((0, -1), (0, 0), (-1, -1)):
        assert_chain(adapters, (), [("transpose", d0, d1)])


def test_view_metadata_expand(adapters, rng):
    n, m = rng.shape(2, 2, 6)
    assert_chain(adapters, (n, 1), [("expand", (n, m))])
    for shape, new in (
        ((1, n), (m, -1)),
        ((1, n), (0, n)),
        ((1,), (0,)),
        ((n,), (m, 3, n)),
        ((n,), (m, 1, -1)),
        ((n,), (0, n)),
        ((), ()),
        ((), (m,)),
        ((), (n, m)),
        ((0,), (m, 0)),
        ((0, 1), (-1, m)),
        ((1, 1), (1, -1)),
        ((n, m), (-1, -1)),
    ):
        assert_chain(adapters, shape, [("expand", new)])
    assert_chain(adapters, (n, 1), [("transpose", 0, 1), ("expand", (m, n)), ("select", 0, -1)])
    assert_chain(
        adapters, (n, 3), [("slice", 1, 1, 2, 1), ("expand", (-1, m)), ("slice", 1, 1, None, 1)]
    )


def test_view_metadata_view(adapters, rng):
    n, m = rng.shape(2, 2, 5)
    one_column = ("slice", 1, 1, 2, 1)
    for shape, ops in (
        ((4, 6), [("view", (2, 2, -1))]),
        ((n, m), [("view", (-1,))]),
        ((n, m), [("view", (m, n))]),
        ((n, m), [("view", (1, n, 1, m, 1))]),
        ((n, 1, m), [("view", (n, m))]),
        ((1, 1), [("view", ())]),
        ((), [("view", (-1,))]),
        ((), [("view", (1, 1))]),
        # merged where the strides allow it, through a gap in front or behind
        ((n, m, 6), [("slice", 0, 1, None, 1), ("view", (-1, 6))]),
        ((n, m, 6), [("slice", 2, 1, 4, 1), ("view", (n * m, 3))]),
        ((n, m, 6), [("slice", 2, 0, 4, 1), ("view", (n, m, 2, 2))]),
        ((n, m, 6), [("slice", 2, None, None, 2), ("view", (-1,))]),
        ((n, m, 6), [("transpose", 0, 1), ("view", (m, n, 3, 2))]),
        ((n, m, 6), [("transpose", 0, 2), ("view", (2, 3, -1, n))]),
        ((n, 4, 6), [("transpose", 0, 1), ("transpose", 1, 2), ("view", (24, n))]),
        ((n, m, 6, 4), [("transpose", 0, 1), ("view", (m, n, 24))]),
        # the strides of dims of size 1 do not matter
        ((n, m), [one_column, ("view", (n,))]),
        ((n, m), [one_column, ("transpose", 0, 1), ("view", (1, 1, n))]),
        ((4, 1, m), [("transpose", 1, 2), ("view", (4 * m,))]),
        ((1, n, m), [("transpose", 0, 1), ("view", (n * m,))]),
        ((n, 3, m), [one_column, ("slice", 0, 1, 2, 1), ("view", (m,))]),
        # many dims
        ((2, 1, n, 2, 1, m, 3), [("view", (2 * n, 2, 3 * m))]),
        ((4, 6), [("transpose", 0, 1), ("view", (2, 3, 1, 2, 2, 1))]),
        ((2, 3, 2, n, m), [("transpose", 0, 4), ("view", (m, 3, 2 * n, 2))]),
        ((n, n, n), [("transpose", 0, 2), ("view", (n, n, n))]),
        # strides of 0
        ((1,), [("expand", (6,)), ("view", (2, 3))]),
        ((1, 1), [("expand", (4, 6)), ("view", (8, 3))]),
        ((n, 1), [("expand", (n, 6)), ("view", (n, 2, 3))]),
        ((1, m), [("expand", (4, m)), ("view", (2, 2, -1))]),
    ):
        chain = TorchChain(shape)
        for op in ops:
            chain.apply(op)
        assert chain.error is None, "torch allows all of these"
        assert_chain(adapters, shape, ops)


def test_view_metadata_view_of_nothing(adapters, rng):
    n = rng.integer(2, 6)
    for shape, new in (
        ((0,), (-1,)),
        ((n, 0), (-1,)),
        ((0, n), (n, -1)),
        ((n, 0), (0, n + 1)),
        ((0,), (n, 0, 1)),
        ((n, 0, 3), (0,)),
    ):
        assert_chain(adapters, shape, [("view", new)])
        assert_chain(adapters, shape, [("transpose", 0, -1), ("view", new)])


def test_view_metadata_counts_exactly(adapters):
    for shape, ops in (
        ((5, BIG), [("select", 0, 3), ("slice", 0, 2, None, 1)]),
        ((5, BIG), [("select", 0, -1), ("select", 0, -2)]),
        ((5, BIG), [("transpose", 0, 1), ("select", 1, 2), ("slice", 0, BIG - 9, BIG, 2)]),
        ((3, BIG), [("slice", 1, 0, None, 2)]),
        ((3, BIG), [("view", (BIG, 3))]),
        ((3, BIG), [("view", (-1, 3))]),
        ((3, BIG), [("view", (BIG, -1))]),
        ((6, BIG), [("view", (BIG, 3, 2))]),
        ((3, 5, BIG), [("view", (15, -1))]),
        ((3, BIG), [("transpose", 0, 1), ("view", (BIG, 3, 1))]),
        ((3, 1), [("expand", (3, BIG)), ("view", (3, BIG, 1))]),
        ((BIG, 3), [("view", (BIG - 1, 3))]),
        ((BIG, 3), [("view", (-1, 2))]),
        ((2, BIG), [("slice", 1, 1, None, 1), ("view", (-1,))]),
    ):
        assert_chain(adapters, shape, ops, device="meta")


def test_view_metadata_takes_numpy_integers(adapters, rng):
    n, m = rng.shape(2, 3, 6)
    integer = np.int64
    ops = [
        ("select", integer(-1), integer(1)),
        ("slice", integer(0), integer(1), None, integer(1)),
        ("transpose", integer(0), integer(1)),
        ("expand", (integer(2), integer(-1), integer(n - 1))),
        ("view", (integer(2), integer(m), integer(-1), integer(n - 1))),
    ]
    plain = [
        ("select", -1, 1),
        ("slice", 0, 1, None, 1),
        ("transpose", 0, 1),
        ("expand", (2, -1, n - 1)),
        ("view", (2, m, -1, n - 1)),
    ]
    chain = TorchChain((n, m, 2))
    for op in plain:
        chain.apply(op)
    actual = adapters.run_view_metadata((n, m, 2), ops)
    assert_view_metadata(actual, chain, f"{describe_chain((n, m, 2), plain)}, in NumPy integers")


def test_view_metadata_is_arithmetic(adapters, rng):
    n, m = rng.shape(2, 9, 30)  # so large that a tensor that could be queried is seen
    ops = [
        ("transpose", 0, 1),
        ("select", 0, -1),
        ("slice", 0, 1, None, 2),
        ("expand", (m, -1)),
        ("view", (1, m, -1)),
    ]
    seen = adapters.observed(trace=True).run_view_metadata((n, m), ops)
    chain = TorchChain((n, m))
    for op in ops:
        chain.apply(op)
    assert_view_metadata(seen.value, chain, describe_chain((n, m), ops))
    # The adapter itself queries one tensor without data for the contiguous strides it starts from.
    queried = [op for op in seen.trace.ops if could_be_queried(op)]
    made = [op for op in queried if (op.name, op.output_shapes) != ("aten.empty", [[n, m]])]
    if made or len(queried) > 1:
        what = f"a tensor was built to query it: {(made or queried)[-1].name} ran"
        fail(what, "compute it from shape, strides and offset")
    assert_queries_nothing(adapters, [], "StridedView")


def test_view_metadata_of_random_chains(adapters, rng):
    for rank in (1, 2, 3, 4, 0) * 15:
        shape = rng.shape(rank, 1, 5) if rng.integer(0, 5) else rng.shape(rank, 0, 3)
        chain, ops = TorchChain(shape), []
        while len(ops) < 5 and not chain.error and chain.x.numel() < 500:
            ops.append(random_op(rng, chain.x))
            chain.apply(ops[-1])
        assert_chain(adapters, shape, ops or [("expand", (-1,) * rank)])


def test_view_metadata_keeps_nothing_for_the_next_call(adapters, rng):
    n = rng.integer(3, 6)
    for op in (
        ("select", 1, 1),
        ("slice", 1, 1, None, 2),
        ("transpose", 1, 2),
        ("expand", (4, n, n)),
        ("view", (1, n, 1, n)),
    ):
        # A contiguous view, then the same shape at another offset, then with other strides.
        assert_chain(adapters, (1, n, n), [op])
        assert_chain(adapters, (2, n, n), [("slice", 0, 1, None, 1), op])
        assert_chain(adapters, (1, n, n), [("transpose", 1, 2), op])


def test_view_metadata_leaves_the_view_as_it_is(adapters, rng):
    n = rng.integer(3, 6)
    shape = (2, n, n + 1)
    ops = [
        ("transpose", 1, 2),
        ("select", 0, 1),
        ("slice", 0, 1, None, 2),
        ("expand", (4, -1, -1)),
        ("view", (2, 2, -1, n)),
    ]
    later = adapters.run_view_metadata_of_each(shape, ops)
    for i, (name, *_) in enumerate(ops):
        new = adapters.run_view_metadata(shape, ops[:i])
        if repr(later[i]) != repr(new):
            fail(
                f"{describe_chain(shape, ops)}: {name} changed the view that it was asked of, "
                f"from {new} to {later[i]}",
                "give a new one",
            )
