"""Compute every number that the handout's sentences print.

Each input is written here once. The results come from the reference, torch or arithmetic.
"""

import io
import math
import struct
from dataclasses import asdict
from types import ModuleType

import numpy as np
import torch

from cs336_staff.handout.measured import accumulation, float16_scaling, recomputation
from cs336_staff.judge.settings import Budgets

DAY = 24 * 60 * 60
GPT3 = {"d": 12288, "layers": 96, "seq": 2048, "vocab": 50257}
GPT3_FLOPS = 3.14e23
GPT2_XL = {"seq": 1024, "layers": 48, "d": 1600, "heads": 25, "ff": 6400, "vocab": 50257}
H100_SXM, H100_PCIE = "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe"
MATMUL = (16384, 32768, 8192)
PARAMETERS, TOKENS = 70 * 10**9, 15 * 10**12  # of the first question
MLP = (64, [512, 512, 128])  # batch, widths
LR = 0.1


def numbers(modules: dict[str, ModuleType]) -> dict[str, object]:
    """Return the numbers by topic."""
    return {
        "limits": asdict(Budgets()),
        "frame": _frame(modules),
        **_memory(modules["memory"]),
        "xl": _transformer_step(modules["memory"]),
        **_tensors(modules["tensors"]),
        "einops": _einops(),
        **_flops(modules),
        **_throughput(modules["throughput"]),
        **_model(modules["model"]),
        "data": _data(),
        "tokens": _tokens(),
        "optim": _optim(modules["optim"]),
        "masters": _masters(),
        "checkpoint": {"step": 1200},
        "fp16": float16_scaling(),
        "accumulate": accumulation(modules["training"]),
        "recompute": recomputation(modules["training"]),
        "which": {"ops": 20_000},
        **_parallel(modules["parallel"]),
    }


def _frame(modules: dict[str, ModuleType]) -> dict[str, object]:
    flops, memory = modules["flops"], modules["memory"]
    parameters, tokens, devices = PARAMETERS, TOKENS, 1024
    dense = modules["throughput"].promised_flop_per_sec(H100_SXM, torch.bfloat16)
    fit_devices, fit_bytes = 8, 80 * 10**9
    try:
        memory.max_parameters(-1, 0, "adam", "float32")
    except ValueError as error:
        bad_argument = str(error)
    return {
        "billion": parameters // 10**9,
        "trillion_tokens": tokens // 10**12,
        "devices": devices,
        "flops": flops.training_flops(parameters, tokens),
        "days": round(flops.training_days(parameters, tokens, devices, dense, 0.5), 4),
        "h100_dense": dense,
        "h100_sparse": 2 * dense,
        "fit_devices": fit_devices,
        "fit_bytes_gb": fit_bytes // 10**9,
        "fit_billion": memory.max_parameters(fit_devices, fit_bytes, "adam", "float32") // 10**9,
        "bad_argument": bad_argument,
    }


def _memory(memory: ModuleType) -> dict[str, object]:
    matrix = torch.empty(4 * GPT3["d"], GPT3["d"], device="meta")
    row = torch.zeros(1000, 1000)[0]
    small = torch.tensor(1e-8)
    parts = {"float32": memory.training_bytes(1, 0, "adam", "float32")}
    parts["bfloat16"] = memory.training_bytes(1, 0, "adam", "bfloat16")
    lecture = memory.training_bytes(36, 16, "adagrad", "float32")
    kinds = ("parameters", "activations", "gradients", "optimizer_state")
    names = ("float64", "float32", "bfloat16", "int64", "bool")
    return {
        "dtypes": {name: getattr(torch, name).itemsize for name in names},
        "matrix": {
            "bytes": memory.tensor_bytes(matrix),
            "mib": memory.tensor_bytes(matrix) // 2**20,
        },
        "leak": {"row": memory.tensor_bytes(row), "storage": memory.storage_bytes(row)},
        "alloc": {
            "side": 32,
            "one": 32 * 32 * 4,
            "two": memory.cuda_allocated_bytes([32 * 32 * 4] * 2),
            "block": memory.cuda_allocated_bytes([1]),
            "many": 1000,
        },
        "underflow": {
            "float16": small.half().item(),
            "bfloat16": round(memory.round_to_bfloat16(small).item(), 13),
            "error": round(memory.round_to_bfloat16(small).item() / 1e-8 - 1, 5),
        },
        "fp8": {
            "e4m3": torch.finfo(torch.float8_e4m3fn).max,
            "e5m2": torch.finfo(torch.float8_e5m2).max,
        },
        "e4m3": _e4m3(memory),
        "bf16": {"kept": 8 * torch.bfloat16.itemsize, "cases": _rounding_cases(memory)},
        "step": {
            "parts": parts["float32"],
            "parts16": parts["bfloat16"],
            "adam32": parts["float32"]["total"],
            "adam16": parts["bfloat16"]["total"],
        },
        "lecture": {
            "parameters": 36,
            "activations": 16,
            "shares": [round(lecture[kind] / lecture["total"], 4) for kind in kinds],
        },
    }


def _transformer_step(memory: ModuleType) -> dict[str, object]:
    model = tuple(GPT2_XL.values())
    seq, layers, d, heads, ff, vocab = model
    sizes = memory.transformer_step_bytes(1, *model, "adam", "float32")
    kept = {
        "attention": layers * 6 * seq * d,
        "scores": layers * 2 * heads * seq * seq,
        "rows": layers * 2 * seq * d,
        "wide": layers * 2 * seq * ff,
        "norm": seq * d,
        "logits": 2 * seq * vocab,
    }
    activations = sizes["activations"]
    if 4 * sum(kept.values()) != activations:
        raise ValueError(f"the parts are {4 * sum(kept.values())} bytes, not {activations}")
    return {
        **GPT2_XL,
        "billion": round(sizes["parameters"] / 4e9, 4),
        "gb": {name: round(4 * count / 1e9, 4) for name, count in kept.items()},
        "model_gb": round((sizes["total"] - activations) / 1e9, 4),
        "sequence_gb": round(activations / 1e9, 4),
        "scores_share": round(4 * kept["scores"] / activations, 4),
        "fit": {
            f"{name}{precision[-2:]}": memory.max_batch(
                80 * 10**9, *model, "adam", precision, checkpointed=name == "again"
            )
            for name in ("plain", "again")
            for precision in ("float32", "bfloat16")
        },
    }


def _e4m3(memory: ModuleType) -> dict[str, object]:
    codes = torch.arange(128, dtype=torch.uint8).view(torch.float8_e4m3fn).double().view(16, 8)
    notes = {0: "subnormal", 1: "normal from here on", 15: "the largest mantissa is NaN"}
    fields = [
        {
            "field": f"{field:04b}",
            "first": codes[field, 0].item(),
            "last": codes[field, 6 if field == 15 else 7].item(),
            "step": (codes[field, 1] - codes[field, 0]).item(),
            "note": notes.get(field, ""),
        }
        for field in (0, 1, 2, 7, 14, 15)
    ]
    largest, smallest = codes[15, 6].item(), codes[0, 1].item()
    tie = largest + (codes[15, 1] - codes[15, 0]).item() / 2
    width = GPT3["d"]
    std = 1 / math.sqrt(width)
    scale = largest / (5 * std)  # five standard deviations: about the largest of a matrix
    return {
        "fields": fields,
        "largest": largest,
        "tie": tie,
        "tie_becomes": memory.round_to_float(torch.tensor(tie), 4, 3, False).item(),
        "smallest": smallest,
        "width": width,
        "std": round(std, 5),
        "zeros": round(math.erf(smallest / 2 / std / math.sqrt(2)), 5),
        "zeros_scaled": round(math.erf(smallest / 2 / (scale * std) / math.sqrt(2)), 8),
    }


def _rounding_cases(memory: ModuleType) -> list[dict[str, object]]:
    cases = {
        "1 + 2**-8": "tie: down, to even",
        "1 + 3 * 2**-8": "tie: up, to even",
        "1 + 2**-8 + 2**-20": "above half: up",
    }
    return [
        {
            "number": text,
            "upper": _bits(eval(text))[:16],
            "lower": _bits(eval(text))[16:],
            "becomes": memory.round_to_bfloat16(torch.tensor(eval(text))).item(),
            "why": why,
        }
        for text, why in cases.items()
    ]


def _bits(number: float) -> str:
    return f"{struct.unpack('<I', struct.pack('<f', number))[0]:032b}"


def _tensors(tensors: ModuleType) -> dict[str, object]:
    shape, zero = (2, 3, 4), (2, 0, 4)
    try:
        torch.zeros(shape).transpose(0, 1).view(6, 4)
    except RuntimeError as error:
        forbidden = type(error).__name__
    windows = tensors.sliding_windows(torch.zeros(7), 3, 2)
    return {
        "strided": {
            "rows": 4,
            "index": tensors.storage_index((1, 2), (4, 1)),
            "shape": str(shape),
            "strides": str(tensors.contiguous_strides(shape)),
            "zero_shape": str(zero),
            "zero_strides": str(tensors.contiguous_strides(zero)),
            "forbidden": forbidden,
            "clone_strides": str(torch.zeros(2, 3).T.clone().stride()),
        },
        "windows": {"shown": windows.numel(), "stored": 7},
    }


def _einops() -> dict[str, object]:
    q, k = [1, 2, 3, 4], [1, 1, 1, 1]
    dot = sum(a * b for a, b in zip(q, k, strict=True))
    return {"dot": dot, "d": len(q), "score": dot / len(q) ** 0.5, "head_d": 2, "padding": 99}


def _flops(modules: dict[str, ModuleType]) -> dict[str, object]:
    flops = modules["flops"]
    b, d, k = MATMUL
    size, layers, seq = GPT3["d"], GPT3["layers"], GPT3["seq"]
    dims = (layers, size, 4 * size, GPT3["vocab"])
    parameters = flops.transformer_parameters(*dims)
    long = 32 * seq

    def attention_share(length: int) -> float:
        total = flops.transformer_forward_flops(1, length, *dims)
        return round(1 - 2 * length * parameters / total, 4)

    dense = modules["throughput"].promised_flop_per_sec(H100_SXM, torch.bfloat16)
    return {
        "scale": {
            "gpt3": GPT3_FLOPS,
            "gpt4": 2e25,
            "report_exponent": 26,
            "h100": dense,
            "h100_week": dense * (7 * DAY),
        },
        "matmul": {"b": b, "d": d, "k": k, "flops": flops.matmul_flops((b, d), (d, k))},
        "mlp": {
            "forward": flops.mlp_forward_flops(*MLP),
            "full": flops.mlp_backward_flops(*MLP, input_requires_grad=True),
        },
        "gpt3": {
            "d": size,
            "layers": layers,
            "seq": seq,
            "blocks_billion": flops.transformer_parameters(layers, size, 4 * size, 0) / 1e9,
            "attention_share": attention_share(seq),
            "long_seq": long,
            "long_share": attention_share(long),
        },
        "mfu": {"seconds": 0.0125, "good": 0.5},
    }


def _throughput(throughput: ModuleType) -> dict[str, object]:
    half, single = torch.bfloat16, torch.float32
    sxm, pcie = (throughput.promised_flop_per_sec(name, half) for name in (H100_SXM, H100_PCIE))
    repeats, cold = [1.2, 1.0, 5.0, 1.1], 9.0
    middle = sorted(repeats)[1:3]
    return {
        "roofline": {"add": round(1 / 6, 4)},
        **_limits(throughput),
        "hardware": {
            "bf16_capability": "8.0",
            "t4_capability": "7.5",
            "sxm_name": H100_SXM,
            "pcie_name": H100_PCIE,
            "pcie_slower": round(1 - pcie / sxm, 4),
            "near": [
                "NVIDIA A10",
                "NVIDIA L40",
                "NVIDIA GH200 480GB",
                "NVIDIA H100 NVL",
                "NVIDIA GeForce RTX 4090 Laptop GPU",
            ],
        },
        "timing": {
            "repeats": repeats,
            "cold": cold,
            "median": round(sum(middle) / 2, 4),
            "mean": round(sum(repeats) / 4, 4),
            "cold_mean": round((cold + sum(repeats)) / 5, 4),
        },
        "gpu": {
            "n": 4096,
            "ratio": round(sxm / throughput.promised_flop_per_sec(H100_SXM, single), 4),
            "layer": [256, 100],
        },
    }


def _limits(throughput: ModuleType) -> dict[str, object]:
    half, width, widths = torch.bfloat16, 4096, [256, 512, 1024, 4096, 16384]
    flops, moved = throughput.op_cost("matvec", (width, width), half)
    speeds = {
        "H100 SXM": (throughput.promised_flop_per_sec(H100_SXM, half), 3.35e12),
        "A100 80 GB SXM": (
            throughput.promised_flop_per_sec("NVIDIA A100-SXM4-80GB", half),
            2.039e12,
        ),
        "B200": (throughput.promised_flop_per_sec("NVIDIA B200", half), 8e12),
    }

    def seconds(moved: int, peak: float, bandwidth: float) -> float:
        return float(throughput.roofline_seconds(flops, moved, peak, bandwidth))

    return {
        "decode": {
            "width": width,
            "intensity": round(flops / moved, 4),
            "devices": [
                {
                    "name": name,
                    "corner": round(peak / bandwidth, 3),
                    "computing": round(1e6 * seconds(0, peak, bandwidth), 5),
                    "moving": round(1e6 * seconds(moved, peak, bandwidth), 5),
                    "share": round(
                        seconds(0, peak, bandwidth) / seconds(moved, peak, bandwidth), 5
                    ),
                }
                for name, (peak, bandwidth) in speeds.items()
            ],
        },
        "bound": {
            "widths": widths,
            "devices": [
                {
                    "name": name,
                    "batches": [
                        throughput.compute_bound_batch(size, size, half, *speed) for size in widths
                    ],
                }
                for name, speed in speeds.items()
            ],
        },
    }


def _model(model: ModuleType) -> dict[str, object]:
    d_in, count = 16384, 1_000_000
    root = math.isqrt(d_in)
    outside = math.erfc(3 / math.sqrt(2))
    density = math.exp(-4.5) / math.sqrt(2 * math.pi)
    return {
        "init": {
            "d_in": d_in,
            "blowup": root,
            "blowup_twice": root**2,
            "count": count,
            "beyond": round(count * outside, -2),
            "wrong_sigmas": 3 * root,
            "bound": 3 / math.sqrt(1024),
            "kept_std": round(math.sqrt(1 - 2 * 3 * density / (1 - outside)), 6),
        },
        "cruncher": {
            "dim": 64,
            "layers": 2,
            "parameters": model.num_parameters(model.Cruncher(64, 2)),
        },
    }


def _parallel(parallel: ModuleType) -> dict[str, object]:
    parameters, devices = 7_500_000_000, 64
    stages = (
        parallel.zero_bytes(parameters, devices, stage, "adam", "bfloat16") for stage in range(4)
    )
    gradients = parallel.zero_bytes(parameters, devices, 0, "adam", "bfloat16")["gradients"]
    return {
        "zero": {
            "billion": parameters / 1e9,
            "devices": devices,
            "gb": [round(sizes["total"] / 1e9, 4) for sizes in stages],
        },
        "ring": {
            "gb": gradients // 10**9,
            "sent_gb": round(2 * (devices - 1) * gradients / devices / 1e9, 4),
            "all_gb": (devices - 1) * gradients // 10**9,
        },
    }


def _data() -> dict[str, object]:
    tokens, context = 10, 4
    return {
        "llama_tb": 2.8,
        "uint16": 2**16,
        "tokens": tokens,
        "context": context,
        "starts": tokens - context,
        "last": tokens - context - 1,
    }


def _tokens() -> dict[str, object]:
    file = io.BytesIO()
    np.save(file, np.zeros(0, np.uint16))
    return {
        "magic": len(np.lib.format.MAGIC_PREFIX),
        "header": file.tell(),
        "header_tokens": file.tell() // 2,
    }


def _optim(optim: ModuleType) -> dict[str, object]:
    momentum, alpha = 0.9, 0.99
    grads = [1, 1, 10]
    decay_lr, decay = 3e-4, 0.1
    return {
        "grads": [2.0, 1.0],
        "start": 1.0,
        "lr": LR,
        "momentum": momentum,
        "amplified": round(1 / (1 - momentum), 6),
        "alpha": alpha,
        "rms_first": round(1 / math.sqrt(1 - alpha), 6),
        "shrink": {"grads": grads, "steps": _adagrad_steps(optim, grads)},
        "decay_lr": decay_lr,
        "decay": decay,
        "decay_steps": round(1 / (decay_lr * decay)),
    }


def _masters() -> dict[str, object]:
    """Return how far apart bfloat16 numbers are at a weight, and how many steps that is."""
    weight, lr = 0.02, 3e-5
    near = torch.tensor(weight, dtype=torch.bfloat16)
    spacing = (near.view(torch.int16) + 1).view(torch.bfloat16).double() - near.double()
    steps = math.ceil(spacing.item() / 2 / lr)
    return {"weight": weight, "lr": lr, "spacing": spacing.item(), "steps": steps}


def _adagrad_steps(optim: ModuleType, grads: list[int]) -> list[float]:
    """Return the sizes of AdaGrad's steps, in units of lr."""
    parameter = torch.nn.Parameter(torch.zeros(1, dtype=torch.float64))
    optimizer = optim.AdaGrad([parameter], lr=1.0)
    steps = []
    for grad in grads:
        before = parameter.item()
        parameter.grad = torch.full_like(parameter, grad)
        optimizer.step()
        steps.append(round(before - parameter.item(), 4))
    return steps
