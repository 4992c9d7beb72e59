"""View operations that must be refused: handout §3.4."""

import pytest

from tests.harness.expected.tensors import assert_chain_refused

pytestmark = pytest.mark.problem("view_metadata")

# How a message may name the argument: transpose has two of its own, and torch says size for shape.
DIM, SHAPE = {"dim", "d0", "d1"}, {"shape", "size"}


def _shape(new):
    """Return what the message must mention of a bad shape."""
    return [SHAPE, {abs(size) for size in new} or {"()", "[]"}]


def test_view_metadata_refuses_what_is_out_of_range(adapters, rng):
    n, m = rng.shape(2, 3, 6)
    for index in (n, n + 90, -n - 1, -n - 90):
        assert_chain_refused(
            adapters, (n, m), [("select", 0, index)], ["index", {index, index + n}]
        )
    assert_chain_refused(adapters, (0, m), [("select", 0, 0)], ["index", 0])
    assert_chain_refused(adapters, (n, m), [("slice", 1, 0, 0, 1), ("select", 1, 0)], ["index", 0])
    for dim in (2, 70, -3, -70):
        assert_chain_refused(adapters, (n, m), [("select", dim, 0)], [DIM, {dim, dim + 2}])
        assert_chain_refused(adapters, (n, m), [("slice", dim, 0, 1, 1)], [DIM, {dim, dim + 2}])
        assert_chain_refused(adapters, (n, m), [("slice", dim)], [DIM, {dim, dim + 2}])
        assert_chain_refused(adapters, (n, m), [("transpose", dim, 0)], [DIM, {dim, dim + 2}])
        assert_chain_refused(adapters, (n, m), [("transpose", -1, dim)], [DIM, {dim, dim + 2}])
        assert_chain_refused(adapters, (n, m), [("transpose", dim, dim)], [DIM, {dim, dim + 2}])
    for op in (("select", 0, 0), ("slice", -1, 0, 1, 1), ("transpose", 1, 0), ("transpose", 0, -2)):
        assert_chain_refused(adapters, (), [op], [DIM, {*op[1:]}])
    assert_chain_refused(adapters, (n, m), [("select", 0, 0), ("select", 1, 0)], [DIM, "1"])


def test_view_metadata_refuses_a_step_below_1(adapters, rng):
    n = rng.integer(3, 6)
    for step in (0, -1, -rng.integer(2, 9)):
        assert_chain_refused(adapters, (n, n), [("slice", 1, 0, n, step)], ["step", step])
        assert_chain_refused(adapters, (n, n), [("slice", 0, None, None, step)], ["step", step])
        assert_chain_refused(adapters, (n, 0), [("slice", 1, None, None, step)], ["step", step])


def test_view_metadata_refuses_impossible_expansions(adapters, rng):
    n, m = rng.shape(2, 3, 6)
    for shape, new in (
        ((n,), (n + 1,)),
        ((n,), (1,)),
        ((n,), (0,)),
        ((n,), (2 * n,)),
        ((0,), (1,)),
        ((0,), (m,)),
        ((n, 1), (n,)),
        ((1, n), (n,)),
        ((n,), ()),
        ((n,), (-1, n)),
        ((n,), (-m, n)),
        ((), (-1,)),
        ((1,), (-2,)),
        ((n, 1), (n, -m)),
        ((n, m), (m, n + m)),
    ):
        assert_chain_refused(adapters, shape, [("expand", new)], _shape(new))


def test_view_metadata_refuses_other_numbers_of_elements(adapters, rng):
    n, m = rng.shape(2, 3, 6)
    for shape, new in (
        ((n, m), (n * m + 1,)),
        ((n, m), (n, m, 2)),
        ((n, m), (n,)),
        ((n, m), (n * m + 1, -1)),
        ((n, m), (-1, -1)),
        ((n, n), (-1, -1)),
        ((1,), (-1, -1)),
        ((), (-1, 1, -1)),
        ((0,), (-1, -1)),
        ((n, m), (-n, -m)),
        ((n, m), (-2, -1)),
        ((8,), (-1, -2, -2)),
        ((n, m), (-n, m)),
        ((n, m), (0,)),
        ((n, m), (0, -1)),
        ((n, m), ()),
        ((), (2,)),
        ((), (0,)),
        ((0,), ()),
        ((0,), (n,)),
        ((0,), (0, -1)),
        ((n, 0), (-1, 0)),
        ((0,), (0, -1, -1)),
        ((0,), (0, -2)),
    ):
        assert_chain_refused(adapters, shape, [("view", new)], _shape(new))


def test_view_metadata_refuses_what_the_strides_forbid(adapters, rng):
    n, m = rng.integer(2, 4), rng.integer(5, 7)
    for shape, ops in (
        ((n, m), [("transpose", 0, 1), ("view", (n * m,))]),
        ((n, m), [("transpose", 0, 1), ("view", (-1,))]),
        ((n, m), [("transpose", 0, 1), ("view", (n, m))]),
        ((n, m), [("slice", 1, 0, m - 1, 1), ("view", (-1,))]),
        ((n, m), [("slice", 1, 1, None, 1), ("view", (n * (m - 1),))]),
        ((2 * n + 1, m), [("slice", 0, None, None, 2), ("view", (-1,))]),
        ((n, m, 4), [("transpose", 1, 2), ("view", (n * 4, m))]),
        ((n, m, 4), [("transpose", 0, 1), ("view", (m * n, 4))]),
        ((n, m, 4), [("slice", 1, 1, None, 1), ("view", (-1, 4))]),
        ((n, m, 4), [("slice", 2, 0, 3, 1), ("view", (-1,))]),
        ((4, 6), [("slice", 1, 0, 4, 1), ("view", (2, 8))]),
        ((4, 6), [("transpose", 0, 1), ("view", (3, 8))]),
        ((1, m), [("expand", (n, m)), ("view", (-1,))]),
        ((n, 1), [("expand", (n, m)), ("view", (-1,))]),
        ((n, 1, m), [("transpose", 0, 2), ("view", (-1,))]),
    ):
        mentions = [*_shape(ops[-1][1]), "stride"]  # which are why it is bad
        assert_chain_refused(adapters, shape, ops, mentions)
