"""A NumPy table of rates, a little more exact for the L40S."""

import numpy as np

_NAMES = [
    "NVIDIA A100-SXM4-40GB",
    "NVIDIA A100-SXM4-80GB",
    "NVIDIA A100-PCIE-40GB",
    "NVIDIA A100 80GB PCIe",
    "NVIDIA H100 80GB HBM3",
    "NVIDIA H100 PCIe",
    "NVIDIA H200",
    "NVIDIA B200",
    "NVIDIA L4",
    "NVIDIA L40S",
    "NVIDIA GeForce RTX 4090",
    "Tesla T4",
    "Tesla V100-SXM2-16GB",
    "Tesla V100-SXM2-32GB",
]
_RATES = (
    np.array(
        [
            [19.5] * 4 + [67, 51, 67, 75, 30.3, 91.6, 82.6, 8.1, 15.7, 15.7],
            [312] * 4 + [1979 / 2, 756, 1979 / 2, 2250, 121, 362.05, 165.2, 65, 125, 125],
        ]
    )
    * 1e12
)


def promised_flop_per_sec(device_name, dtype):
    if device_name not in _NAMES:
        raise ValueError(f"device_name={device_name!r}; known: {_NAMES}")
    if dtype not in (torch.float32, torch.float16, torch.bfloat16):
        raise ValueError(f"dtype={dtype}")
    if dtype is torch.bfloat16 and device_name.startswith("Tesla"):
        raise ValueError(f"dtype={dtype} on {device_name}")
    return _RATES[int(dtype is not torch.float32), _NAMES.index(device_name)]
