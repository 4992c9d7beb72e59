"""Compute what the figures draw: positions, bits, bytes, areas, lines."""

import itertools
import math
import tomllib
from types import ModuleType

import torch
from einops import rearrange
from torch import Tensor

from cs336_staff.paths import ROOT

FORMATS = {
    "float32": (torch.float32, torch.int32),
    "float16": (torch.float16, torch.int16),
    "bfloat16": (torch.bfloat16, torch.int16),
    "FP8 E4M3": (torch.float8_e4m3fn, torch.uint8),
    "FP8 E5M2": (torch.float8_e5m2, torch.uint8),
}
OPTIMIZERS = ("sgd", "momentum", "adagrad", "rmsprop", "adam")


def pictures(modules: dict[str, ModuleType]) -> dict[str, object]:
    """Return the data of every figure."""
    return {
        "bits": _bit_layouts(math.pi),
        "storage": _storage(),
        "views": _views(),
        "stack": _stack(modules["memory"]),
        "areas": _areas(modules["flops"]),
        "einops": _einops(),
        "roofline": _roofline(),
    }


def _bit_layouts(value: float) -> dict[str, object]:
    formats = []
    for name, (dtype, integer) in FORMATS.items():
        finfo = torch.finfo(dtype)
        number = torch.tensor(value).to(dtype)
        pattern = int(number.view(integer).item()) % 2**finfo.bits
        mantissa = round(-math.log2(finfo.eps))
        formats.append(
            {
                "name": name,
                "pattern": f"{pattern:0{finfo.bits}b}",
                "exponent": finfo.bits - 1 - mantissa,
                "mantissa": mantissa,
                "value": float(f"{number.float().item():.8g}"),
                "max": finfo.max,
                "step": finfo.eps,
                "smallest": finfo.smallest_normal * finfo.eps,
            }
        )
    return {"value": float(f"{value:.8g}"), "formats": formats}


def _storage() -> dict[str, object]:
    x = torch.arange(16).view(4, 4)
    views = {
        "x[1]": ("a row", x[1]),
        "x[:, 1]": ("a column", x[:, 1]),
        "x.T": ("the transpose", x.T),
        "x.view(16).unfold(0, 6, 5)": ("windows", x.view(16).unfold(0, 6, 5)),
    }
    return {
        "count": x.numel(),
        "views": [
            {
                "code": code,
                "name": name,
                "shape": list(view.shape),
                "strides": list(view.stride()),
                "offset": view.storage_offset(),
                "visited": view.tolist(),
            }
            for code, (name, view) in views.items()
        ],
    }


def _views() -> dict[str, object]:
    x = torch.arange(6).view(2, 3)
    views = {"x": x, "x.T": x.T, "x[1]": x[1], "x.T.contiguous()": x.T.contiguous()}
    return {
        code: {
            "strides": list(view.stride()),
            "first": view.storage_offset(),
            "storage": torch.tensor(view.untyped_storage(), dtype=torch.uint8)
            .view(view.dtype)
            .tolist(),
        }
        for code, view in views.items()
    }


def _stack(memory: ModuleType) -> dict[str, object]:
    parameters, activations = 1000, 500
    bars = [
        {
            "optimizer": optimizer,
            "precision": precision,
            "parts": {
                kind: size / parameters
                for kind, size in memory.training_bytes(
                    parameters, activations, optimizer, precision
                ).items()
            },
        }
        for optimizer in OPTIMIZERS
        for precision in ("float32", "bfloat16")
    ]
    return {"activations_each": activations / parameters, "bars": bars}


def _areas(flops: ModuleType) -> dict[str, object]:
    batch, dims = 64, [512, 512, 128]
    layers = [flops.matmul_flops((batch, a), (a, b)) for a, b in itertools.pairwise(dims)]
    return {
        "batch": batch,
        "dims": dims,
        "layers": layers,
        "forward": flops.mlp_forward_flops(batch, dims),
        "backward": flops.mlp_backward_flops(batch, dims),
        "full": flops.mlp_backward_flops(batch, dims, input_requires_grad=True),
    }


def _einops() -> dict[str, object]:
    hidden = torch.arange(12).view(2, 6)
    image = torch.arange(24).view(1, 4, 6)
    split = rearrange(hidden, "seq (heads d) -> heads seq d", heads=3)
    patches = rearrange(image, "c (h p1) (w p2) -> (h w) (p1 p2 c)", p1=2, p2=2)

    def groups(result: Tensor) -> list[int]:
        """Return the group of each input position: its index in the first output axis."""
        owner = {int(p): i for i, part in enumerate(result) for p in part.flatten()}
        return [owner[position] for position in range(result.numel())]

    return {
        "heads": {"before": hidden.tolist(), "after": split.tolist(), "groups": groups(split)},
        "patches": {
            "before": image[0].tolist(),
            "after": patches.tolist(),
            "groups": groups(patches),
        },
    }


def _roofline() -> dict[str, object]:
    """Return three very different devices, and operations under the roof of the first."""
    with (ROOT / "handout" / "hardware.toml").open("rb") as file:
        table = {device["name"]: device for device in tomllib.load(file)["device"]}
    devices = [table[name] for name in ("H100 SXM", "A100 80 GB SXM", "T4")]
    n = 1024
    operations = {
        "x + y": 1 / 6,
        "matrix × vector": n**2 * 2 / (2 * (n**2 + 2 * n)),
        f"{n} × {n} matmul": 2 * n**3 / (2 * 3 * n**2),
    }
    return {
        "devices": [
            {
                "name": device["name"],
                "peak": device["half"],
                "bandwidth": device["bandwidth"],
                "corner": round(device["half"] / device["bandwidth"], 4),
            }
            for device in devices
        ],
        "operations": [
            {
                "name": name,
                "intensity": round(intensity, 4),
                "reached": round(min(devices[0]["half"], devices[0]["bandwidth"] * intensity), 4),
            }
            for name, intensity in operations.items()
        ],
    }
