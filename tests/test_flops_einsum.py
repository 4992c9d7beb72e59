"""FLOPs of one einsum: handout §5.2."""

import math

import einops
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.runtime.trace import Tracer

NAMES = {"shape", "pattern", "axis", "batch", "dim"}  # what an error may be about
FORM = {"pattern", "operand", "->"}
FACTOR = "this counts products alone; a multiplication and an addition are 2 FLOPs"

# The test draws a size for each name.
PATTERNS = (
    "i k, k j -> i j",
    "b h q d, b h k d -> b h q k",
    "batch seq d_in, d_in d_out -> batch seq d_out",
    "B1 d_model, d_model K -> K B1",
    "ab a b, b ab -> a",
    "i, j -> i j",
    "i j, i j -> i j",
    "i j, i j ->",
    "i j, k -> i",
    "i j k, k -> j",
    ", i -> i",
    "i, -> i",
    ", ->",
    "i i, i -> i",
    "i i, j j ->",
    "i i i, i k -> k",
    "d1 d2, d2 d3 -> d1 d3",
    "i I, I -> i",
    "i k,k j->i j",
    "  i   k ,  k j  ->  i  j ",
)


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_is_twice_the_product_of_all_axes(adapters, rng):
    for pattern in PATTERNS:
        operands, output = pattern.split("->")
        a, b = (axes.split() for axes in operands.split(","))
        sizes = {axis: rng.integer(3, 30) for axis in sorted({*a, *b})}
        a_shape, b_shape = ([sizes[axis] for axis in axes] for axes in (a, b))
        product = math.prod(sizes.values())
        misconceptions = {
            FACTOR: product,
            "axes that the result lacks are summed over, and count too": 2
            * math.prod(sizes[axis] for axis in output.split()),
            "an axis that both operands have, or one has twice, counts once": 2
            * math.prod([*a_shape, *b_shape]),
        }
        for make_a, make_b in ((tuple, tuple), (list, list), (list, tuple)):
            actual = adapters.run_einsum_flops(pattern, make_a(a_shape), make_b(b_shape))
            assert_integer(actual, 2 * product, misconceptions=misconceptions, what=repr(pattern))


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_agrees_with_torch(adapters, rng):
    b, i, j, k = rng.shape(4, 2, 9)
    for pattern, a_shape, b_shape in (
        ("b i k, b j k -> b i j", (b, i, k), (b, j, k)),
        ("i k, k j -> j i", (i, k), (k, j)),
        ("... i k, k j -> ... i j", (b, 3, i, k), (k, j)),
        ("... i k, ... k j -> ... i j", (b, 1, i, k), (4, k, j)),
    ):
        x, y = torch.zeros(a_shape), torch.zeros(b_shape)
        with Tracer() as tracer:
            einops.einsum(x, y, pattern)
        flops = tracer.trace.flops
        actual = adapters.run_einsum_flops(pattern, a_shape, b_shape)
        hints = {
            FACTOR: flops // 2,
            "the dims that `...` stands for count too": 2 * i * j * k,
            "the dims under `...` broadcast: b's count too": 2 * b * i * j * k,
        }
        what = f"{pattern!r} of {a_shape} and {b_shape}"
        assert_integer(actual, flops, misconceptions=hints, what=what)


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_broadcasts_the_dims_of_an_ellipsis(adapters, rng):
    p, q, i, j = rng.shape(4, 2, 9)
    for pattern, a_shape, b_shape, expected in (
        ("... i, i j -> ... j", (p, q, i), (i, j), p * q * i * j),
        ("... j, i k -> ... k", (p, q, i), (i, j), p * q * i * i * j),
        ("... i, i j -> ... j", (i,), (i, j), i * j),
        ("... i, ... i -> ...", (3, 1, p, 1, i), (4, 1, q, i), 12 * p * q * i),
        ("i j, j ... -> ... i", (i, j), (j, p, q), p * q * i * j),
        ("... i, ... i -> ...", (p, q, i), (p, q, i), p * q * i),
        ("... i, ... i -> ...", (p, 1, i), (q, i), p * q * i),
        ("... i, ... i -> ...", (1, q, i), (p, 1, i), p * q * i),
        ("... i, ... i -> ...", (1, i), (1, i), i),
        ("... i, ... i -> ...", (i,), (i,), i),
        ("... i, ... i -> ...", (i,), (p, q, i), p * q * i),
        ("i ... j, ... j -> i ...", (i, p, q, j), (q, j), p * q * i * j),
        ("i ..., j ... -> i j", (i, p, q), (j, 1, q), p * q * i * j),
        ("..., ... -> ...", (p, 1), (q,), p * q),
        ("..., ->", (p, q), (), p * q),
        ("..., i -> i ...", (), (i,), i),
        ("... i, ... i -> ...", (0, q, i), (1, q, i), 0),
    ):
        named = {"i": i, "j": j}
        product = math.prod(size for axis, size in named.items() if axis in pattern)
        twice = math.prod(a_shape[:-1]) * math.prod(b_shape)
        misconceptions = {
            FACTOR: expected,
            "the dims that `...` stands for count too": 2 * product,
            "dims under `...` broadcast: they count once, not for each operand": 2 * twice,
        }
        if expected == 0:
            misconceptions["where one dim under `...` is 1 the other's counts, 0 too"] = 2 * q * i
        actual = adapters.run_einsum_flops(pattern, [*a_shape], [*b_shape])
        what = f"{pattern!r} of {a_shape} and {b_shape}"
        assert_integer(actual, 2 * expected, misconceptions=misconceptions, what=what)


# Those by which an answer may know the dims of an ellipsis itself.
BATCH_NAMES = (
    *("batch", "batch0", "batch1", "batch2", "batch_0", "batch_1", "b", "b0", "b1", "b2"),
    *("d", "d0", "d1", "d2", "dim", "dim0", "dim1", "dim2", "axis0", "axis1", "i0", "i1"),
    *("ellipsis", "ellipsis0", "ellipsis1", "ellipsis_0", "ellipsis_1", "e0", "e1", "dots"),
)


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_tells_NAMES_from_the_dims_of_an_ellipsis(adapters, rng):
    p, q, n, k = (rng.integer(least, least + 9) for least in (2, 20, 40, 60))
    for name in BATCH_NAMES:
        pattern = f"... {name}, {name} k -> ... k"
        actual = adapters.run_einsum_flops(pattern, (p, q, n), (n, k))
        what = f"{pattern!r} of {(p, q, n)} and {(n, k)}"
        assert_integer(actual, 2 * p * q * n * k, what=what)
        pattern = f"... {name}, ... {name} -> ..."
        assert_raises(
            lambda pattern=pattern: adapters.run_einsum_flops(pattern, (p, 1), (p, n)),
            mentions=[NAMES, {1, n, pattern}],
            when=f"axis {name} is 1 and {n} ({pattern!r} of {(p, 1)} and {(p, n)})",
        )


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_of_nothing_and_of_very_much(adapters, rng):
    n = rng.integer(2, 9)
    for a_shape, b_shape in (((0, n), (n, n)), ((n, 0), (0, n)), ((n, n), (n, 0))):
        actual = adapters.run_einsum_flops("i j, j k -> i k", a_shape, b_shape)
        assert_integer(actual, 0, what=f"{a_shape} and {b_shape}")
    for kind, i, j, k in rng.integer_sizes(3, 22):
        a_shape, b_shape = (kind(1), i, j), (kind(3), j, k)
        actual = adapters.run_einsum_flops("... i j, ... j k -> ... i k", a_shape, b_shape)
        assert_integer(actual, 6 * int(i) * int(j) * int(k), what=f"{kind.__name__}s")


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_refuses_what_does_not_fit(adapters, rng):
    x, y = rng.integer(30, 59), rng.integer(60, 99)
    for pattern, a_shape, b_shape, mentions, when in (
        ("i j, j k -> i k", (2, x), (y, 3), [NAMES, {x, y}], "axis j has two sizes"),
        ("i j, j k -> i k", (y, 1), (x, 3), [NAMES, {x, y}], "axis j is 1 and more"),
        ("i j, j k -> i k", (2, x), (1, y), [NAMES, {x, y}], "axis j is 1 and more"),
        ("i j, j k -> i k", (y, 0), (x, 3), [NAMES, {x, y}], "axis j is 0 and more"),
        ("i i, j -> i j", (x, y), (3,), [NAMES, {x, y}], "a's axis i has two sizes"),
        ("... i, ... i -> ...", (x, 2), (y, 2), [NAMES, {x, y}], "batch dims do not broadcast"),
        ("... i, ... i -> ...", (0, y), (x, y), [NAMES, {x, y}], "batch dims do not broadcast"),
        ("... i, ... i -> ...", (4, x), (2, x), [NAMES, {4, 2}], "batch dims do not broadcast"),
        ("... i, ... i -> ...", (2, x), (4, x), [NAMES, {4, 2}], "batch dims do not broadcast"),
        ("i j, j k -> i k", (2, 3, 4), (3, 4), [NAMES], "a has an axis too many"),
        ("i j, j k -> i k", (3,), (3, 4), [NAMES], "a has an axis too few"),
        ("i j, j k -> i k", (2, 3), (3, 4, 5), [NAMES], "b has an axis too many"),
        ("i j, j -> i", (2, 3), (), [NAMES], "b has no axes"),
        (", i -> i", (3,), (3,), [NAMES], "the pattern gives a no axes"),
        ("... i j, j -> ...", (3,), (3,), [NAMES], "a has not even its named axes"),
        ("i j, j k -> i zeta", (2, 3), (3, 4), ["pattern", "zeta"], "no operand has axis zeta"),
        ("ij, j -> i", (2,), (3,), ["pattern", "i"], "no operand has axis i (one has ij)"),
        ("i j, j k", (2, 3), (3, 4), [FORM], "the pattern has no arrow"),
        ("i j, j k -> i k -> i", (2, 3), (3, 4), [FORM], "the pattern has two arrows"),
        ("i j, j k -> i -> i", (2, 3), (3, 4), [FORM], "the pattern has two arrows"),
        ("i j -> i", (2, 3), (3, 4), [FORM], "the pattern has one operand"),
        ("i, i, i -> i", (3,), (3,), [FORM], "the pattern has three operands"),
        ("i j, j -> i", (-x, 3), (3,), [NAMES, -x], "a size is negative"),
        ("i j, j k -> i k", (2, 3), (3, -x), [NAMES, -x], "a size is negative"),
        ("i j, j k -> i k", (-x, 0), (0, 3), [NAMES, -x], "a size is negative"),
        ("i j, j k -> i k", (2, -1), (-1, 3), [NAMES, -1], "sizes are negative"),
        ("... i, i j -> ... j", (-x, 3), (3, 4), [NAMES, -x], "a size is negative"),
        ("... i, ... i -> ...", (1, 3), (-x, 3), [NAMES, -x], "a size is negative"),
        ("i, i -> i", (-x,), (-x,), [NAMES, -x], "sizes are negative"),
        ("i j, j k -> i k", (-x, 3), (3, -y), [NAMES, {-x, -y}], "sizes are negative"),
        ("... i, ... i -> ...", (-x, 3), (-x, 3), [NAMES, -x], "sizes are negative"),
    ):
        assert_raises(
            lambda p=pattern, a=a_shape, b=b_shape: adapters.run_einsum_flops(p, a, b),
            mentions=[*mentions, {pattern, a_shape, b_shape}],
            when=f"{when} ({pattern!r} of {a_shape} and {b_shape})",
        )
