"""The timing logic with an injected clock, and its verdicts on cheats."""

import math
import random
from types import SimpleNamespace

import pytest
import torch
from support.made_gpu import FakeClock

from tests.harness.checks.device_peaks import PEAK_MARGIN, PEAKS, is_impossible, peak_flop_per_sec
from tests.harness.checks.gpu import Gpu, current_gpu
from tests.harness.checks.timing import Claim, Timing, interleave, per_step, unsteady_reason
from tests.harness.plugin.device import no_cuda_reason
from tests.harness.plugin.failure import INCONCLUSIVE, NO_DEVICE


def test_candidates_take_turns_in_both_orders_and_warm_ups_are_left_out():
    clock, log = FakeClock(), []

    def candidate(name, seconds):
        def run(turn):
            log.append((name, turn))
            clock.now += seconds if turn >= 2 else 100.0

        return run

    def flush():
        log.append("flush")
        clock.now += 7.0

    def prepare(turn):
        log.append("prepare")
        clock.now += 11.0

    timings = interleave(
        {"a": candidate("a", 1.0), "b": candidate("b", 3.0)},
        clock,
        rounds=3,
        warmup=2,
        prepare=prepare,
        flush=flush,
    )
    assert timings == {"a": Timing((1.0,) * 3), "b": Timing((3.0,) * 3)}
    assert log[:5] == ["prepare", "flush", ("a", 0), "flush", ("b", 0)]
    assert log[5:10] == ["prepare", "flush", ("b", 1), "flush", ("a", 1)]
    assert [entry for entry in log if entry[0] == "a"] == [("a", turn) for turn in range(5)]


def test_the_median_shrugs_off_what_the_mean_does_not():
    timing = Timing((1.0, 1.1, 0.9, 50.0, 1.0))
    assert timing.median == 1.0
    assert timing.spread == pytest.approx(0.1)
    assert Timing((1.0,)).spread == math.inf
    assert Timing((-1.0, 0.0, 0.0)).spread == math.inf


def test_noise_is_inconclusive():
    noise = random.Random(1)
    quiet = Timing(tuple(noise.gauss(1, 0.02) for _ in range(30)))
    loud = Timing(tuple(noise.gauss(1, 0.4) for _ in range(30)))
    assert unsteady_reason(quiet, "a step") is None
    assert unsteady_reason(loud, "a step").kind == INCONCLUSIVE
    assert unsteady_reason(Timing((math.nan,) * 5), "a step")


def test_a_difference_of_calls_leaves_the_crossing_out():
    noise = random.Random(2)
    crossing = [0.05 + abs(noise.gauss(0, 0.003)) for _ in range(14)]
    short = [cost + 3 * 0.0002 for cost in crossing[:7]]
    long = [cost + 1003 * 0.0002 for cost in crossing[7:]]
    assert per_step(short, long, 1000).median == pytest.approx(0.0002, rel=0.05)


FLOPS = 2 * 4096**3
OWN = FLOPS / 700e12  # bf16 on a device that promises 989.5 TFLOP/s


def claim(claimed=OWN, spent=1.1 * OWN, own=OWN, device="NVIDIA H200"):
    return Claim(claimed, spent, own, FLOPS, device, torch.bfloat16)


@pytest.mark.parametrize(
    "honest",
    [
        claim(),
        claim(claimed=0.85 * OWN, spent=0.9 * OWN),  # warm cache
        claim(claimed=1.3 * OWN, spent=1.4 * OWN),  # throttled by hundreds of repeats in a row
        claim(claimed=1.5 * OWN, spent=1.6 * OWN),  # waits for every launch
        claim(claimed=2.4 * OWN, spent=2.5 * OWN),  # so too, from a slow host: 0.08 ms and more
        claim(spent=4 * OWN),  # empties the cache between repeats
        claim(device="NVIDIA H100 80GB HBM3 MIG 1g.10gb"),
    ],
)
def test_an_honest_claim_is_believed(honest):
    assert honest.implausibility() is None


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        (claim(claimed=8e-6), "wait for the end"),  # no synchronize; work on another stream
        (claim(claimed=8e-6, device="unknown"), "lower precision"),
        (claim(claimed=8e-6, spent=8e-6), "TF32"),  # it waited, and was too fast all the same
        (claim(claimed=1000 * OWN), "milliseconds"),
        (claim(claimed=300 * OWN), "not of all"),
        (claim(spent=2e-6), "@ b again"),  # cached result
        (claim(claimed=OWN, spent=0.06 * OWN), "@ b again"),  # a smaller problem, scaled up
        (claim(claimed=0.95 * OWN, spent=0.6 * OWN, own=OWN, device="?"), "@ b again"),
        (claim(claimed=0.25 * OWN, spent=OWN, device="?"), "lower precision"),  # patched timer
        (claim(claimed=0.15 * OWN, spent=0.2 * OWN, device="?"), "each repeat"),  # TF32
        (claim(claimed=30 * OWN, spent=31 * OWN), "on the device"),  # on the CPU
        (claim(claimed=0.0), "above 0"),
        (claim(claimed=-1.0), "above 0"),
        (claim(claimed=math.nan), "above 0"),
        (claim(claimed=math.inf), "above 0"),
        (
            claim(spent=-0.1 * OWN),
            "took 0 ns by the judge's clock",
        ),  # padded when there is little to do
    ],
)
def test_an_impossible_claim_is_refused(cheat, words):
    text, hint = cheat.implausibility()
    assert words in f"{text} {hint}"


def test_more_than_the_peak_is_an_error_of_measurement():
    peak = peak_flop_per_sec("NVIDIA H200", torch.bfloat16)
    assert peak == 989.5e12
    assert not is_impossible(PEAK_MARGIN * peak, "NVIDIA H200", torch.bfloat16)
    assert is_impossible(1.01 * PEAK_MARGIN * peak, "NVIDIA H200", torch.bfloat16)
    assert not is_impossible(1e30, "NVIDIA H100 80GB HBM3 MIG 1g.10gb", torch.bfloat16)
    assert peak_flop_per_sec("Tesla T4", torch.bfloat16) is None
    assert all(peaks.float16 > peaks.float32 > peaks.bandwidth for peaks in PEAKS.values())


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ({"built_for": None}, "built without CUDA"),
        ({"visible": ""}, "CUDA_VISIBLE_DEVICES='' hides all"),
        ({"visible": "-1"}, "hides all"),
        ({"driver": False}, "no NVIDIA GPU, or its driver"),
        ({"visible": "0", "driver": False}, "no NVIDIA GPU, or its driver"),
        ({"driver": False, "says": "Found no NVIDIA driver"}, "no NVIDIA GPU, or its driver"),
        ({"visible": "7"}, "CUDA_VISIBLE_DEVICES=7 names no device"),
        ({"visible": "MIG-1234"}, "names no MIG slice"),
        ({"visible": "7", "says": "No CUDA GPUs are available"}, "names no device"),
        ({"visible": "0", "says": "Error 802: system not yet initialized"}, "Error 802"),
        ({"says": "Found no NVIDIA driver on your system.\nPlease"}, "Found no NVIDIA driver"),
        ({"says": "The NVIDIA driver on your system is too old (found version 11040)."}, "too old"),
        ({"says": "out of memory"}, "out of memory"),
        ({}, "torch cannot use it"),
    ],
)
def test_why_there_is_no_device(monkeypatch, situation, words):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)

    def start():
        if "says" in situation:
            raise RuntimeError(situation["says"])

    failure = no_cuda_reason(
        built_for=situation.get("built_for", "13.0"),
        visible=situation.get("visible"),
        driver=situation.get("driver", True),
        start=start,
    )
    assert failure.kind == NO_DEVICE
    assert words in failure.text()
    assert "\n" not in failure.text()


@pytest.mark.parametrize(
    "switch_on",
    [
        lambda: torch.set_float32_matmul_precision("high"),
        lambda: setattr(torch.backends.cuda.matmul, "allow_tf32", True),
        lambda: setattr(torch.backends.cuda.matmul, "fp32_precision", "tf32"),
    ],
)
def test_tf32_is_switched_off_however_it_was_switched_on(switch_on):
    matmul = torch.backends.cuda.matmul
    try:
        switch_on()
        Gpu(torch.device("cpu"), "a device", (9, 0), 0).disable_tf32()
        assert matmul.fp32_precision == "ieee"
        assert not matmul.allow_tf32  # raises where the switches differ
        assert torch.get_float32_matmul_precision() == "highest"
    finally:
        torch.set_float32_matmul_precision("highest")


def test_a_device_that_torch_has_no_kernels_for_is_found_before_a_test_runs(monkeypatch):
    def ones(*shape, device):
        raise RuntimeError("CUDA error: no kernel image is available")

    device = SimpleNamespace(major=5, minor=2, total_memory=2**32)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device_: device)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device_: "an old device")
    monkeypatch.setattr(torch, "ones", ones)
    with pytest.raises(RuntimeError, match="no kernel image"):
        current_gpu()
