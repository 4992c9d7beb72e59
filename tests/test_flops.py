"""FLOPs of one matmul: handout §5.1."""

import math

import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.runtime.trace import Tracer

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
    for a_batch, b_batch in (  # with a batch in both, more mistakes differ
        ((p, 1), (q,)),
        ((q,), (p, 1)),
        ((p,), (p,)),
        ((p, q), ()),
        ((), (p, q)),
        ((1,), (p,)),
        ((p, q, 1), (1, r)),
        ((1, q, 1), (p, 1, r)),
        ((2, 1, 1, p), (q, 1, 1)),
    ):
        a, b = torch.zeros(*a_batch, n, k), torch.zeros(*b_batch, k, m)
        _check_matmul(adapters, [*a.shape], [*b.shape], _counted(lambda a=a, b=b: a @ b))


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
        _check_matmul(adapters, [*a], [*b], 2 * a[-1] * result.numel())


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
    for kind, n, k, m in rng.integer_sizes(3, 22):
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
        ((x,), (4, y, 2), [either, {x, y}]),
        ((y, 1), (x, 3), [either, {x, y}]),
        ((2, x), (1, y), [either, {x, y}]),
        ((y, 0), (x, 3), [either, {x, y}]),
        ((x, 2, 3), (y, 3, 4), [either, {x, y}]),
        ((x, 1, 2, 3), (y, 5, 3, 4), [either, {x, y}]),
        ((4, 2, x), (2, x, 3), [either, {4, 2}]),  # one batch divides the other
        ((2, 2, x), (4, x, 3), [either, {4, 2}]),
        ((0, y, 3), (x, 3, 4), [either, {x, y}]),
        ((x, 0, 3), (y, 3, 4), [either, {x, y}]),
        ((x, 2, 0), (y, 0, 4), [either, {x, y}]),
        ((x, 2, 3), (y, 3, 0), [either, {x, y}]),
        ((), (x, 2), ["a_shape", "()"]),
        ((x, 2), (), ["b_shape", "()"]),
        ((2, -x), (-x, 3), [either, -x]),
        ((-x, 2), (2, 3), ["a_shape", -x]),
        ((2, -1), (-1, 3), [either, -1]),
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
