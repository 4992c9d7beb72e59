"""FLOPs of one matmul or einsum: handout §5.1 and §5.2."""

import math

import einops
import pytest
import torch

from tests.harness.compare import assert_integer
from tests.harness.raises import assert_raises
from tests.harness.trace import Tracer

FACTOR = "this counts products alone; a multiplication and an addition are 2 FLOPs"


def _counted(call):
    """Count the FLOPs of a call by the formulas of torch.utils.flop_counter."""
    with Tracer() as tracer:
        call()
    return tracer.trace.flops


def _check_matmul(adapters, a_shape, b_shape, expected):
    inner, rows = a_shape[-1], math.prod(a_shape[:-1])
    b_columns = b_shape[-1] if len(b_shape) > 1 else 1
    one = 2 * inner * math.prod(a_shape[-2:-1]) * b_columns
    a_alone, b_batch = 2 * rows * inner * b_columns, math.prod(b_shape[:-2])
    once = "batch dims broadcast: where one is 1 the other's counts, equal ones count once"
    several = "this is one product of two matrices; the batch has more"
    hints = {
        FACTOR: expected // 2,
        **({several: one} if len(a_shape) > 2 else {}),
        "each output takes 2·k FLOPs here, not 2·k − 1": expected // (2 * inner) * (2 * inner - 1)
        if inner
        else None,
        "b's batch dims count too: batch dims broadcast": a_alone,
        "a's batch dims count too: batch dims broadcast": one * b_batch,
        once: a_alone * b_batch,
    }
    actual = adapters.run_matmul_flops(a_shape, b_shape)
    assert_integer(
        actual, expected, misconceptions=hints, what=f"{tuple(a_shape)} @ {tuple(b_shape)}"
    )


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_of_two_matrices(adapters, rng):
    for n, k, m in ((rng.shape(3, 2, 50)), (1, 1, 1), (1, 7, 1), (5, 1, 3)):
        flops = _counted(lambda n=n, k=k, m=m: torch.zeros(n, k) @ torch.zeros(k, m))
        _check_matmul(adapters, (n, k), (k, m), flops)
        _check_matmul(adapters, [n, k], (k, m), flops)


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_broadcasts_batch_dims(adapters, rng):
    p, q = rng.integer(3, 4), rng.integer(5, 6)
    r, n, k, m = rng.shape(4, 3, 5)
    for a_batch, b_batch in (  # where both have a batch, more mistakes can be told apart
        ((p, 1), (q,)),
        ((q,), (p, 1)),
        ((p,), (p,)),
        ((p, q), ()),
        ((), (p, q)),
        ((1,), (p,)),
        ((p, q, 1), (1, r)),
        ((1, q, 1), (p, 1, r)),
    ):
        a, b = torch.zeros(*a_batch, n, k), torch.zeros(*b_batch, k, m)
        _check_matmul(adapters, a.shape, b.shape, _counted(lambda a=a, b=b: a @ b))


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_of_vectors(adapters, rng):
    p, q, n, k, m = rng.shape(5, 2, 9)
    for a, b in (
        ((k,), (k,)),
        ((n, k), (k,)),
        ((k,), (k, m)),
        ((p, q, n, k), (k,)),
        ((k,), (p, q, k, m)),
        ((1,), (1,)),
    ):
        result = torch.matmul(torch.zeros(a), torch.zeros(b))
        _check_matmul(adapters, a, b, 2 * a[-1] * result.numel())


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_of_nothing(adapters, rng):
    n, k, m = rng.shape(3, 2, 9)
    for a, b in (
        ((0, k), (k, m)),
        ((n, k), (k, 0)),
        ((n, 0), (0, m)),
        ((0,), (0,)),
        ((n, 0), (0,)),
        ((0, n, k), (k, m)),
        ((1, n, k), (0, k, m)),
        ((n, 0, n, k), (n, 1, k, m)),
    ):
        hints = {"where one batch dim is 1 the other's counts, 0 too": 2 * n * k * m}
        assert_integer(adapters.run_matmul_flops(a, b), 0, misconceptions=hints, what=f"{a} @ {b}")


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_is_exact_for_any_integers(adapters, rng):
    for kind, n, k, m in rng.sizes_of_kinds(3, 22):
        for make in (tuple, list, torch.Size)[: 3 if kind is int else 2]:
            a, b = make((kind(3), n, k)), make((kind(1), k, m))
            actual = adapters.run_matmul_flops(a, b)
            assert_integer(actual, 6 * int(n) * int(k) * int(m), what=f"{a} @ {b}")


@pytest.mark.problem("matmul_flops")
def test_matmul_flops_refuses_shapes_that_do_not_fit(adapters, rng):
    x, y = rng.integer(30, 59), rng.integer(60, 99)
    either = {"a_shape", "b_shape"}
    for a, b, mentions in (
        ((2, x), (y, 3), [either, {x, y}]),
        ((x,), (y,), [either, {x, y}]),
        ((x,), (y, 2), [either, {x, y}]),
        ((4, 2, x), (y,), [either, {x, y}]),
        ((y, 1), (x, 3), [either, {x, y}]),
        ((2, x), (1, y), [either, {x, y}]),
        ((y, 0), (x, 3), [either, {x, y}]),
        ((x, 2, 3), (y, 3, 4), [either, {x, y}]),
        ((x, 1, 2, 3), (y, 5, 3, 4), [either, {x, y}]),
        ((0, y, 3), (x, 3, 4), [either, {x, y}]),
        ((), (x, 2), ["a_shape"]),
        ((x, 2), (), ["b_shape"]),
        ((2, -x), (-x, 3), [either, -x]),
        ((-x, 2), (2, 3), ["a_shape", -x]),
        ((2, 3), (3, -x), ["b_shape", -x]),
        ((-x, 2), (2, -y), [either, {-x, -y}]),
        ((-x,), (-x,), [either, -x]),
        ((-x, 2, 3), (3, 4), ["a_shape", -x]),
        ((1, 2, 3), (-x, 3, 4), ["b_shape", -x]),
        ((-x, 2, 3), (-x, 3, 4), [either, -x]),
        ((-x, 0), (0, 3), ["a_shape", -x]),
        ((0, 3), (3, -x), ["b_shape", -x]),
        ((0, -x), (-x, 3), [either, -x]),
    ):
        assert_raises(
            lambda a=a, b=b: adapters.run_matmul_flops(a, b),
            mentions=mentions,
            when=f"a_shape is {a} and b_shape is {b}",
        )


# Every name stands once for each size; sizes are drawn by the test.
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
        flops = _counted(lambda x=x, y=y, pattern=pattern: einops.einsum(x, y, pattern))
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
        ("... i, i j -> ... j", (i,), (i, j), i * j),
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
        actual = adapters.run_einsum_flops(pattern, a_shape, b_shape)
        what = f"{pattern!r} of {a_shape} and {b_shape}"
        assert_integer(actual, 2 * expected, misconceptions=misconceptions, what=what)


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_of_nothing_and_of_very_much(adapters, rng):
    n = rng.integer(2, 9)
    for a_shape, b_shape in (((0, n), (n, n)), ((n, 0), (0, n)), ((n, n), (n, 0))):
        actual = adapters.run_einsum_flops("i j, j k -> i k", a_shape, b_shape)
        assert_integer(actual, 0, what=f"{a_shape} and {b_shape}")
    for kind, i, j, k in rng.sizes_of_kinds(3, 22):
        a_shape, b_shape = (kind(1), i, j), (kind(3), j, k)
        actual = adapters.run_einsum_flops("... i j, ... j k -> ... i k", a_shape, b_shape)
        assert_integer(actual, 6 * int(i) * int(j) * int(k), what=f"{kind.__name__}s")


@pytest.mark.problem("einsum_flops")
def test_einsum_flops_refuses_what_does_not_fit(adapters, rng):
    x, y = rng.integer(30, 59), rng.integer(60, 99)
    a_or_pattern, b_or_pattern = {"a_shape", "pattern"}, {"b_shape", "pattern"}
    any_name = {"a_shape", "b_shape", "pattern"}
    for pattern, a_shape, b_shape, mentions, when in (
        ("i j, j k -> i k", (2, x), (y, 3), [any_name, {x, y}], "axis j has two sizes"),
        ("i j, j k -> i k", (y, 1), (x, 3), [any_name, {x, y}], "axis j is 1 and more"),
        ("i j, j k -> i k", (2, x), (1, y), [any_name, {x, y}], "axis j is 1 and more"),
        ("i j, j k -> i k", (y, 0), (x, 3), [any_name, {x, y}], "axis j is 0 and more"),
        ("i i, i -> i", (x, y), (x,), [any_name, {x, y}], "a's axis i has two sizes"),
        ("... i, ... i -> ...", (x, 2), (y, 2), [any_name, {x, y}], "batch dims do not broadcast"),
        ("... i, ... i -> ...", (0, y), (x, y), [any_name, {x, y}], "batch dims do not broadcast"),
        ("i j, j k -> i k", (2, 3, 4), (3, 4), [a_or_pattern], "a has an axis too many"),
        ("i j, j k -> i k", (3,), (3, 4), [a_or_pattern], "a has an axis too few"),
        ("i j, j k -> i k", (2, 3), (3, 4, 5), [b_or_pattern], "b has an axis too many"),
        ("i j, j -> i", (2, 3), (), [b_or_pattern], "b has no axes"),
        (", i -> i", (3,), (3,), [a_or_pattern], "the pattern gives a no axes"),
        ("... i j, j -> ...", (3,), (3,), [a_or_pattern], "a has not even its named axes"),
        ("i j, j k -> i zeta", (2, 3), (3, 4), ["pattern", "zeta"], "no operand has axis zeta"),
        ("ij, j -> i", (2,), (3,), ["pattern", "i"], "no operand has axis i (one has ij)"),
        ("i j, j k", (2, 3), (3, 4), ["pattern"], "the pattern has no arrow"),
        ("i j, j k -> i k -> i", (2, 3), (3, 4), ["pattern"], "the pattern has two arrows"),
        ("i j, j k -> i -> i", (2, 3), (3, 4), ["pattern"], "the pattern has two arrows"),
        ("i j -> i", (2, 3), (3, 4), ["pattern"], "the pattern has one operand"),
        ("i, i, i -> i", (3,), (3,), ["pattern"], "the pattern has three operands"),
        ("i j, j -> i", (-x, 3), (3,), [a_or_pattern, -x], "a size is negative"),
        ("i j, j k -> i k", (2, 3), (3, -x), [b_or_pattern, -x], "a size is negative"),
        ("i j, j k -> i k", (-x, 0), (0, 3), [a_or_pattern, -x], "a size is negative"),
        ("... i, i j -> ... j", (-x, 3), (3, 4), [a_or_pattern, -x], "a size is negative"),
        ("... i, ... i -> ...", (1, 3), (-x, 3), [b_or_pattern, -x], "a size is negative"),
        ("i, i -> i", (-x,), (-x,), [any_name, -x], "sizes are negative"),
        ("i j, j k -> i k", (-x, 3), (3, -y), [any_name, {-x, -y}], "sizes are negative"),
        ("... i, ... i -> ...", (-x, 3), (-x, 3), [any_name, -x], "sizes are negative"),
    ):
        sizes = {x, y}  # the pattern's own value is as good
        assert_raises(
            lambda p=pattern, a=a_shape, b=b_shape: adapters.run_einsum_flops(p, a, b),
            mentions=[m | {pattern} if m == sizes else m for m in mentions],
            when=f"{when} ({pattern!r} of {a_shape} and {b_shape})",
        )
