"""Throughput of matmuls on a device, by the judge's clock: handout §13.1.

A call crosses to another process, so one call says little of what it does inside. Two calls that
differ in nothing but the work cost the same crossing: their difference is the work's. To keep that
cost small, large matrices are windows of short random sequences, in which each row is the one
before it shifted by one; the matmul kernels read full matrices.
"""

import math

import pytest
import torch

from tests.harness.checks.gpu import no_bfloat16_reason, too_little_memory_reason, windows
from tests.harness.checks.timing import (
    LAUNCH_SECONDS,
    Claim,
    Timing,
    interleave,
    per_step,
    retry_once,
    unsteady_reason,
)
from tests.harness.checks.values import assert_float
from tests.harness.plugin.failure import INCONCLUSIVE, Failure, fail

SIZE = 4096  # 1024 tiles of 128 × 128: several for each multiprocessor of the largest chips
DTYPES = (torch.bfloat16, torch.float32)
SHORT, SECONDS, ROUNDS = 3, 0.2, 5


@pytest.mark.cuda
@pytest.mark.problem("matmul_throughput")
def test_matmul_throughput_of_bfloat16_against_float32(adapters, rng, gpu, not_run):
    adapters.run_time_matmul(*_matrices(rng, gpu, torch.float32, 64), 1, 1)  # a stub raises here
    if reason := no_bfloat16_reason(gpu) or too_little_memory_reason(gpu, 2 * 2**30):
        not_run(reason)
    for claim in retry_once(lambda: _judged(adapters, rng, gpu, not_run)).values():
        gpu.record(
            f"{SIZE}³ matmul",
            claim.dtype,
            flops=claim.flops,
            bytes=3 * SIZE**2 * claim.dtype.itemsize,
            seconds=claim.claimed,
            spent=claim.spent,
            own=claim.own,
        )


def _judged(adapters, rng, gpu, not_run):
    """Return the claims for both dtypes; fail if one is implausible."""
    claims = {dtype: _measure(adapters, rng, gpu, not_run, dtype) for dtype in DTYPES}
    for claim in claims.values():
        if implausibility := claim.implausibility():
            fail(*implausibility)
    low, full = (claims[dtype] for dtype in DTYPES)
    own = full.own / low.own
    if own < 1.5:
        reason = f"bf16 is only {own:.2f} times as fast as fp32 on {gpu.name}"
        not_run(Failure(reason, kind=INCONCLUSIVE))
    ratio = full.claimed / max(low.claimed - LAUNCH_SECONDS, low.own)
    if ratio < 0.6 * own:
        fail(
            f"bf16 came out {ratio:.1f} times as fast as fp32; on {gpu.name} it is {own:.1f} times",
            "use the dtypes that a and b have, and time nothing but the product",
        )
    return claims


def _matrices(rng, gpu, dtype, size):
    generator = torch.Generator(gpu.device).manual_seed(rng.seed())
    options = {"generator": generator, "device": gpu.device, "dtype": dtype}
    return [windows(torch.randn(2 * size - 1, **options), size) for _ in range(2)]


def _measure(adapters, rng, gpu, not_run, dtype):
    """Return a Claim: medians over rounds in which the harness and the submission take turns."""
    sets = [_matrices(rng, gpu, dtype, SIZE) for _ in range(3)]
    generator = torch.Generator(gpu.device).manual_seed(rng.seed())

    def refill(turn):
        for matrix in sets[turn % 3]:
            matrix._base.normal_(generator=generator)

    def own_turns(count):
        def matmul(turn):
            torch.matmul(*sets[turn % 3])

        gpu.disable_tf32()
        options = {"rounds": count, "warmup": 2, "prepare": refill, "flush": gpu.flush}
        return interleave({"own": matmul}, gpu.clock, **options)["own"]

    steps = min(2000, max(20, math.ceil(SECONDS / own_turns(5).median)))
    own, short, long, claimed = [], [], [], []
    for turn in range(ROUNDS):
        refill(turn)
        own.append(own_turns(7).median)
        a, b = sets[turn % 3]
        few = adapters.observed().run_time_matmul(a, b, 2, SHORT)
        assert_float(few.value, few.value, what="seconds")
        spent = few.seconds / (2 + SHORT)
        first = Claim(float(few.value), spent, own[-1], 2 * SIZE**3, gpu.name, dtype)
        if few.value > 20 * own[-1] and (implausibility := first.implausibility()):
            fail(*implausibility)  # so slow or wrong that more repeats would take minutes
        many = adapters.observed().run_time_matmul(a, b, 2, SHORT + steps)
        assert_float(many.value, many.value, what="seconds")
        short.append(few.seconds)
        long.append(many.seconds)
        claimed.append(float(many.value))
        own.append(own_turns(7).median)
    if reason := unsteady_reason(Timing(tuple(own)), f"a {SIZE}³ matmul in {dtype}"):
        not_run(reason)
    return Claim(
        claimed=Timing(tuple(claimed)).median,
        spent=per_step(short, long, steps).median,
        own=Timing(tuple(own)).median,
        flops=2 * SIZE**3,
        device=gpu.name,
        dtype=dtype,
    )


@pytest.mark.cuda
@pytest.mark.problem("matmul_throughput")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_matmul_throughput_times_the_whole_product(adapters, rng, gpu, not_run, dtype):
    a, b = _matrices(rng, gpu, dtype, 512)
    adapters.run_time_matmul(a, b, 1, 1)
    if dtype is torch.bfloat16 and (reason := no_bfloat16_reason(gpu)):
        not_run(reason)
    seen = adapters.observed(trace=True).run_time_matmul(a, b, 2, 5)
    assert_float(seen.value, seen.value, what="seconds")
    name = str(dtype).removeprefix("torch.")
    whole = [
        op
        for op in seen.trace.matmuls
        if op.flops == 2 * 512**3
        and set(op.input_dtypes) == {name}
        and op.devices == [str(a.device)]
    ]
    if len(whole) < 7:
        fail(
            f"2 matmuls to warm up and 5 to time of 512 × 512 {name} matrices on {a.device}: the "
            f"trace saw {len(whole)} of that size, dtype and device",
            "every repeat multiplies a and b as they are: all of them, there, in their dtype",
        )
