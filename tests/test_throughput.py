"""Promised throughput: handout §6.1. Measured throughput: test_throughput_timing.py."""

import math

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_float
from tests.harness.plugin.failure import fail

# Dense peak TFLOP/s as torch.cuda.get_device_name() names the devices: float32, then float16.
PEAKS = {
    "NVIDIA A100-SXM4-40GB": (19.5, 312),
    "NVIDIA A100-SXM4-80GB": (19.5, 312),
    "NVIDIA A100-PCIE-40GB": (19.5, 312),
    "NVIDIA A100 80GB PCIe": (19.5, 312),
    "NVIDIA H100 80GB HBM3": (67, 989.5),
    "NVIDIA H100 PCIe": (51, 756.5),
    "NVIDIA H200": (67, 989.5),
    "NVIDIA B200": (75, 2250),
    "NVIDIA L4": (30.3, 121),
    "NVIDIA L40S": (91.6, 362.05),
    "NVIDIA GeForce RTX 4090": (82.6, 165.2),
    "Tesla T4": (8.1, 65),
    "Tesla V100-SXM2-16GB": (15.7, 125),
    "Tesla V100-SXM2-32GB": (15.7, 125),
}
WITHOUT_BFLOAT16 = [name for name in PEAKS if name.startswith("Tesla")]
PARTS = ("A100", "H100", "H200", "B200", "L4", "L40S", "T4", "V100", "4090")
UNKNOWN = (
    "NVIDIA A10",
    "NVIDIA A10G",
    "NVIDIA L40",
    "NVIDIA GH200 480GB",
    "NVIDIA GB200",
    "NVIDIA H100 NVL",
    "NVIDIA H200 NVL",
    "Tesla V100-PCIE-16GB",
    "NVIDIA GeForce RTX 4090 D",
    "NVIDIA GeForce RTX 4090 Laptop GPU",
    "NVIDIA RTX A1000",
    "NVIDIA T400 4GB",
    "NVIDIA GeForce GTX 1080",
    "nvidia h100 pcie",
    "NVIDIA H200 ",
    "NVIDIA Tesla T4",
    "H200",
    "T4",
    "NVIDIA",
    "Tesla",
    "",
)


@pytest.mark.problem("promised_flop_per_sec")
def test_promised_flop_per_sec_is_the_tables(adapters):
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        for name in PEAKS:
            if dtype == torch.bfloat16 and name in WITHOUT_BFLOAT16:
                assert_raises(
                    lambda name=name, dtype=dtype: adapters.run_promised_flop_per_sec(name, dtype),
                    mentions=["dtype", "bfloat16"],
                    when=f"a {name} is asked for bfloat16, for which it has no unit",
                )
            else:
                _check_promised(name, dtype, adapters.run_promised_flop_per_sec(name, dtype))


def _check_promised(name, dtype, actual):
    float32, float16 = PEAKS[name]
    tflops, other = (float32, float16) if dtype == torch.float32 else (float16, float32)
    twin = PEAKS["NVIDIA H100 80GB HBM3" if name == "NVIDIA H100 PCIe" else "NVIDIA H100 PCIe"]
    sparse = "this is the advertised rate for sparse matrices; the dense one is half of it"
    plain = "this is the other dtype's rate: float32 is the plain rate, the 16-bit dtypes share one"
    hints = {
        "this is in TFLOP/s; give FLOP/s": tflops,
        sparse: 2e12 * tflops,
        plain: other * 1e12,
        "this is the TF32 rate; float32 is the plain one": float16 / 2 * 1e12,
        "the SXM and the PCIe part are two devices": twin[dtype != torch.float32] * 1e12,
    }
    # Documents round differently (362.05 or 362): half a percent is the same figure.
    number = isinstance(actual, int | float | np.integer | np.floating)
    close = number and math.isclose(actual, tflops * 1e12, rel_tol=0.005)
    expected = actual if close else tflops * 1e12
    assert_float(actual, expected, misconceptions=hints, what=f"{name}, {dtype}")


@pytest.mark.problem("promised_flop_per_sec")
def test_promised_flop_per_sec_does_not_guess(adapters):
    for name in UNKNOWN:
        for dtype in (torch.float32, torch.float16):
            seen = adapters.observed().run_promised_flop_per_sec(name, dtype)
            assert_raises(
                lambda seen=seen: seen.value,
                mentions=["device_name", name.strip()],
                when=f"the device is {name!r}, which is not in the table",
            )
            message = str(seen.error)
            if unlisted := [part for part in PARTS if part.lower() not in message.lower()]:
                fail(
                    f"when the device is {name!r}, which is not in the table, the message should "
                    f"list the devices that are; it names no {', '.join(unlisted)}: {message}"
                )


@pytest.mark.problem("promised_flop_per_sec")
def test_promised_flop_per_sec_knows_three_dtypes(adapters, rng):
    floats = (torch.float64, torch.float8_e4m3fn, torch.float8_e5m2)
    integers = (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64)
    for dtype in (*floats, torch.complex64, torch.complex128, *integers, torch.bool):
        name = rng.choice(list(PEAKS))
        assert_raises(
            lambda name=name, dtype=dtype: adapters.run_promised_flop_per_sec(name, dtype),
            mentions=["dtype", str(dtype).removeprefix("torch.")],
            when=f"dtype is {dtype}, for which the table has no rate",
        )
