"""Looks for the model in the name, longest first."""

_RULES = [
    ("H100 PCIe", 51e12, 756e12, True),
    ("H100 80GB HBM3", 67e12, 989.5e12, True),
    ("A100", 19.5e12, 312e12, True),
    ("H200", 67e12, 989.5e12, True),
    ("B200", 75e12, 2250e12, True),
    ("L40S", 91.6e12, 362e12, True),
    ("L4", 30.3e12, 121e12, True),
    ("GeForce RTX 4090", 82.6e12, 165e12, True),
    ("T4", 8.1e12, 65e12, False),
    ("V100", 15.7e12, 125e12, False),
]

_TAILS = ("", "-SXM4-40GB", "-SXM4-80GB", "-PCIE-40GB", " 80GB PCIe", "-SXM2-16GB", "-SXM2-32GB")


def promised_flop_per_sec(device_name, dtype):
    for name, single, half, has_bfloat16 in _RULES:
        at = device_name.find(name)
        ends = device_name[at + len(name) :][:1]
        maker = "NVIDIA " if has_bfloat16 else "Tesla "
        tail = device_name[at + len(name) :]
        if device_name[:at] == maker and not ends.isalnum() and tail in _TAILS:
            if dtype == torch.float32:
                return single
            if dtype == torch.float16 or (dtype == torch.bfloat16 and has_bfloat16):
                return half
            raise ValueError(f"dtype {dtype} is not supported by {device_name}")
    known = ", ".join(name for name, *_ in _RULES)
    raise ValueError(f"device_name {device_name!r} is unknown; known devices: NVIDIA {known}")
