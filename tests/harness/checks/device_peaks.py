"""Peak FLOP/s and bandwidth of devices: dense peaks from the vendors' data sheets."""

from dataclasses import dataclass

import torch

PEAK_MARGIN = 1.1  # a chip may clock a little above the boost clock of its data sheet


@dataclass(frozen=True)
class Peaks:
    """Dense peaks of a device.

    Attributes:
        float32: FLOP/s in float32, without TF32.
        float16: FLOP/s of the 16-bit tensor cores.
        bandwidth: memory bandwidth in bytes/s.
        bfloat16: whether the tensor cores have bfloat16, at the rate of float16.
    """

    float32: float
    float16: float
    bandwidth: float
    bfloat16: bool = True

    def flop_per_sec(self, dtype: torch.dtype) -> float | None:
        """Return the peak for a dtype; None if the device has no unit for it."""
        if dtype == torch.float32:
            return self.float32
        if dtype == torch.float16 or (dtype == torch.bfloat16 and self.bfloat16):
            return self.float16
        return None


_A100_40 = Peaks(19.5e12, 312e12, 1.555e12)
_V100 = Peaks(15.7e12, 125e12, 0.9e12, bfloat16=False)

PEAKS = {
    "NVIDIA A100-SXM4-40GB": _A100_40,
    "NVIDIA A100-PCIE-40GB": _A100_40,
    "NVIDIA A100-SXM4-80GB": Peaks(19.5e12, 312e12, 2.039e12),
    "NVIDIA A100 80GB PCIe": Peaks(19.5e12, 312e12, 1.935e12),
    "NVIDIA H100 80GB HBM3": Peaks(67e12, 989.5e12, 3.35e12),
    "NVIDIA H100 PCIe": Peaks(51e12, 756.5e12, 2.0e12),
    "NVIDIA H200": Peaks(67e12, 989.5e12, 4.8e12),
    "NVIDIA B200": Peaks(75e12, 2250e12, 8.0e12),
    "NVIDIA L4": Peaks(30.3e12, 121e12, 0.3e12),
    "NVIDIA L40S": Peaks(91.6e12, 362.05e12, 0.864e12),
    "NVIDIA GeForce RTX 4090": Peaks(82.6e12, 165.2e12, 1.008e12),
    "Tesla T4": Peaks(8.1e12, 65e12, 0.3e12, bfloat16=False),
    "Tesla V100-SXM2-16GB": _V100,
    "Tesla V100-SXM2-32GB": _V100,
}


def peak_flop_per_sec(device_name: str, dtype: torch.dtype) -> float | None:
    """Return a device's peak for a dtype; None if the device is unknown or lacks the dtype."""
    peaks = PEAKS.get(device_name)
    return peaks.flop_per_sec(dtype) if peaks else None


def is_impossible(flop_per_sec: float, device_name: str, dtype: torch.dtype) -> bool:
    """Return whether a throughput exceeds the device's peak, so that it must be mismeasured."""
    peak = peak_flop_per_sec(device_name, dtype)
    return peak is not None and flop_per_sec > PEAK_MARGIN * peak
