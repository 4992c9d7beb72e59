"""Recompute what the handout prints, by arithmetic of its own: no torch, no reference, no einops.

Each entry is a path in facts.json and its value. What is quoted or chosen is typed a second time;
what follows is computed a second time. A fact without an entry here is an error.
"""

import json
import math
import statistics
import struct
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from cs336_staff.handout.pages import FACTS, HANDOUT

DAY = 86_400
H100, H100_BYTES_PER_SEC = 989.5e12, 3.35e12
ELSEWHERE = {"limits": "the judge's settings", "bad_argument": "a message of the reference"}


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every number and text below `value` with its path."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, value


def agrees(fact: Any, expected: Any) -> bool:
    """Tell whether a fact is `expected`, rounded to the digits that the fact has."""
    if not isinstance(fact, float) or expected is None:
        return fact == expected
    if math.isclose(fact, expected, rel_tol=1e-12):
        return True
    digits = len(repr(fact).split("e")[0].replace(".", "").strip("-").strip("0"))
    return digits > 1 and float(f"{expected:.{digits}g}") == fact


def test_a_fact_is_compared_to_its_last_digit():
    assert agrees(31.4062, 31.40625) and agrees(1300.0, 1281.0) and agrees(6.3e24, 6.3e24)
    assert not agrees(31.4063, 31.40625) and not agrees(7, 7.1) and not agrees(None, 3)


def bits32(x: float) -> int:
    """Return the bits of a float32."""
    return int(struct.unpack("<I", struct.pack("<f", x))[0])


def to_bfloat16(x: float) -> float:
    """Return the nearest bfloat16, the even one of two."""
    code = bits32(x)
    low = code & ~0xFFFF
    near = [struct.unpack("<f", struct.pack("<I", c))[0] for c in (low, low + 0x10000)]
    return min(near, key=lambda y: (abs(y - x), bits32(y) >> 16 & 1))


def e4m3() -> dict[str, Any]:
    """Return the numbers of E4M3, and how many weights of width 12288 it makes zeros."""
    numbers, std = small_floats(4, 3, False), 12288**-0.5
    notes = {0: "subnormal", 1: "normal from here on", 15: "the largest mantissa is NaN"}
    fields = [
        {
            "field": f"{field:b}".zfill(4),
            "first": numbers[8 * field],
            "last": numbers[8 * field + (6 if field == 15 else 7)],
            "step": 2.0 ** (max(field, 1) - 7 - 3),
            "note": notes.get(field, ""),
        }
        for field in (0, 1, 2, 7, 14, 15)
    ]
    sigmas = 2**-10 / std  # a weight below half of the smallest number becomes 0
    return {
        "fields": fields,
        "largest": 448.0,
        "tie": (448 + 480) / 2,
        "tie_becomes": 448.0,
        "smallest": 2**-9,
        "width": 12288,
        "std": std,
        "zeros": 1 - math.erfc(sigmas / math.sqrt(2)),
        "zeros_scaled": 2 / math.sqrt(2 * math.pi) * 2**-10 / (448 / 5),  # so few: density × width
    }


def memory() -> dict[str, Any]:
    """Return the numbers of chapter 2."""
    cases = [
        ("1 + 2**-8", 1 + 2**-8, "tie: down, to even"),
        ("1 + 3 * 2**-8", 1 + 3 * 2**-8, "tie: up, to even"),
        ("1 + 2**-8 + 2**-20", 1 + 2**-8 + 2**-20, "above half: up"),
    ]
    small = to_bfloat16(1e-8)
    shares = [36 / 124, 16 / 124, 36 / 124, 36 / 124]
    return {
        "dtypes": {"bfloat16": 2, "bool": 1, "float32": 4, "float64": 8, "int64": 8},
        "matrix": {"bytes": 4 * 12288 * 12288 * 4, "mib": 4 * 12288 * 12288 * 4 // 1024**2},
        "leak": {"row": 4 * 1000, "storage": 4 * 1000 * 1000},
        "alloc": {"side": 32, "one": 4096, "two": 8192, "block": 512, "many": 1000},
        "underflow": {"float16": 0.0, "bfloat16": small, "error": small / 1e-8 - 1},
        "fp8": {"e4m3": (1 + 6 / 8) * 2**8, "e5m2": (1 + 3 / 4) * 2**15},
        "e4m3": e4m3(),
        "bf16": {
            "kept": 16,
            "cases": [
                {
                    "number": text,
                    "upper": f"{bits32(x):032b}"[:16],
                    "lower": f"{bits32(x):032b}"[16:],
                    "becomes": to_bfloat16(x),
                    "why": why,
                }
                for text, x, why in cases
            ],
        },
        "step": {
            "parts": dict(parameters=4, gradients=4, optimizer_state=8, activations=0, total=16),
            "parts16": dict(parameters=6, gradients=2, optimizer_state=8, activations=0, total=16),
            "adam32": 4 + 4 + 8,
            "adam16": (2 + 4) + 2 + 8,
        },
        "lecture": {"parameters": 36, "activations": 16, "shares": shares},
        "strided": {
            "rows": 4,
            "index": 1 * 4 + 2 * 1,
            "shape": "(2, 3, 4)",
            "strides": f"({3 * 4}, 4, 1)",
            "zero_shape": "(2, 0, 4)",
            "zero_strides": f"({1 * 4}, 4, 1)",
            "forbidden": "RuntimeError",
            "clone_strides": "(1, 3)",
        },
        "windows": {"shown": 3 * ((7 - 3) // 2 + 1), "stored": 7},
        "einops": {"dot": 1 + 2 + 3 + 4, "d": 4, "score": 10 / 2, "head_d": 2, "padding": 99},
    }


def transformer_step() -> dict[str, Any]:
    """Return the numbers of GPT-2 XL's training step: tensor by tensor, batch by batch."""
    seq, layers, d, heads, ff, vocab = 1024, 48, 1600, 25, 6400, 50257
    row, wide, square, logits = (seq, d), (seq, ff), (heads, seq, seq), (seq, vocab)
    tensors = {
        "attention": [row] * 6 * layers,
        "scores": [square] * 2 * layers,
        "rows": [row] * 2 * layers,
        "wide": [wide] * 2 * layers,
        "norm": [row],
        "logits": [logits] * 2,
    }
    counts = {name: sum(map(math.prod, shapes)) for name, shapes in tensors.items()}
    end = counts["norm"] + counts["logits"]
    kept = {"plain": sum(counts.values()), "again": layers * seq * d + end}
    kept["again"] += (kept["plain"] - end) // layers
    weights = [(d, d)] * 4 * layers + [(d, ff)] * 2 * layers + [(vocab, d)]
    parameters = sum(map(math.prod, weights))

    def fits(size: int, numbers: int) -> int:
        batch = 0
        while 16 * parameters + (batch + 1) * size * numbers <= 80 * 10**9:
            batch += 1
        return batch

    names = ("seq", "layers", "d", "heads", "ff", "vocab")
    return {
        **dict(zip(names, (seq, layers, d, heads, ff, vocab), strict=True)),
        "billion": parameters / 1e9,
        "gb": {name: 4 * count / 1e9 for name, count in counts.items()},
        "model_gb": 16 * parameters / 1e9,
        "sequence_gb": 4 * kept["plain"] / 1e9,
        "scores_share": counts["scores"] / kept["plain"],
        "fit": {
            f"{name}{8 * size}": fits(size, numbers)
            for name, numbers in kept.items()
            for size in (4, 2)
        },
    }


def flops() -> dict[str, Any]:
    """Return the numbers of chapters 1, 5 and 6."""
    block, head = 12 * 12288**2, 50257 * 12288
    parameters = 96 * block + head

    def attention(seq: int) -> float:
        scores_and_values = 96 * 4 * seq**2 * 12288
        return scores_and_values / (2 * seq * parameters + scores_and_values)

    forward = 2 * 64 * (512 * 512 + 512 * 128)
    repeats = [1.2, 1.0, 5.0, 1.1]
    devices = {"H100 SXM": (H100, 3.35e12), "A100 80 GB SXM": (312e12, 2.039e12)}
    devices["B200"] = (2250e12, 8e12)
    decode_flops, decode_bytes = 2 * 4096**2, 2 * (4096**2 + 2 * 4096)
    widths = [256, 512, 1024, 4096, 16384]
    return {
        "frame": {
            "billion": 70,
            "trillion_tokens": 15,
            "devices": 1024,
            "flops": 6 * 70e9 * 15e12,
            "days": 6 * 70e9 * 15e12 / (1024 * H100 * 0.5) / DAY,
            "h100_dense": H100,
            "h100_sparse": 1979e12,
            "fit_devices": 8,
            "fit_bytes_gb": 80,
            "fit_billion": 8 * 80 // 16,
        },
        "scale": {
            "gpt3": 3.14e23,
            "gpt4": 2e25,
            "report_exponent": 26,
            "h100": H100,
            "h100_week": H100 * 7 * DAY,
        },
        "matmul": {"b": 2**14, "d": 2**15, "k": 2**13, "flops": 2 ** (1 + 14 + 15 + 13)},
        "mlp": {"forward": forward, "full": 2 * forward},
        "gpt3": {
            "d": 12288,
            "layers": 96,
            "seq": 2048,
            "blocks_billion": 96 * block / 1e9,
            "attention_share": attention(2048),
            "long_seq": 65536,
            "long_share": attention(65536),
        },
        "mfu": {"seconds": 0.0125, "good": 0.5},
        "roofline": {"add": 1 / (3 * 2)},
        "hardware": {
            "bf16_capability": "8.0",
            "t4_capability": "7.5",
            "sxm_name": "NVIDIA H100 80GB HBM3",
            "pcie_name": "NVIDIA H100 PCIe",
            "pcie_slower": 1 - 1513 / 1979,
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
            "cold": 9.0,
            "median": statistics.median(repeats),
            "mean": statistics.mean(repeats),
            "cold_mean": statistics.mean([9.0, *repeats]),
        },
        "gpu": {"n": 4096, "ratio": H100 / 67e12, "layer": [256, 100]},
        "decode": {
            "width": 4096,
            "intensity": decode_flops / decode_bytes,
            "devices": [
                {
                    "name": name,
                    "corner": peak / bandwidth,
                    "computing": 1e6 * decode_flops / peak,
                    "moving": 1e6 * decode_bytes / bandwidth,
                    "share": (decode_flops / peak) / (decode_bytes / bandwidth),
                }
                for name, (peak, bandwidth) in devices.items()
            ],
        },
        "bound": {
            "widths": widths,
            "devices": [
                {"name": name, "batches": [smallest_batch(width, *speed) for width in widths]}
                for name, speed in devices.items()
            ],
        },
    }


def smallest_batch(width: int, peak: float, bandwidth: float) -> int | None:
    """Return the first batch that is not limited by memory: try one after the other."""
    for batch in range(1, 5_000):
        computing = Fraction(2 * batch * width * width) / Fraction(peak)
        moving = Fraction(2 * (2 * batch * width + width * width)) / Fraction(bandwidth)
        if computing >= moving:
            return batch
    return None


def rest() -> dict[str, Any]:
    """Return the numbers of chapters 7 to 13."""
    beyond = math.erfc(3 / math.sqrt(2))
    step = 1e-4
    grid = [-3 + step * (i + 0.5) for i in range(round(6 / step))]
    weights = [math.exp(-x * x / 2) for x in grid]
    variance = sum(w * x * x for w, x in zip(weights, grid, strict=True)) / sum(weights)
    shard = 7_500_000_000 / 64 / 1e9
    return {
        "init": {
            "d_in": 16384,
            "blowup": 128,
            "blowup_twice": 128**2,
            "count": 1_000_000,
            "beyond": 1e6 * beyond,
            "wrong_sigmas": 3 * 128,
            "bound": 3 / 32,
            "kept_std": math.sqrt(variance),
        },
        "cruncher": {"dim": 64, "layers": 2, "parameters": 2 * 64 * 64 + 64},
        "tokens": {"magic": 1 + len("NUMPY"), "header": 2 * 64, "header_tokens": 64},
        "data": dict(llama_tb=2.8, uint16=65536, tokens=10, context=4, starts=6, last=5),
        "optim": {
            "grads": [2.0, 1.0],
            "start": 1.0,
            "lr": 0.1,
            "momentum": 0.9,
            "amplified": 1 / (1 - 0.9),
            "alpha": 0.99,
            "rms_first": 1 / math.sqrt(0.01),
            "shrink": {
                "grads": [1, 1, 10],
                "steps": [1, 1 / math.sqrt(2), 10 / math.sqrt(102)],
            },
            "decay_lr": 3e-4,
            "decay": 0.1,
            "decay_steps": int(1 / 3e-5),
        },
        "masters": {"weight": 0.02, "lr": 3e-5, "spacing": 2.0**-13, "steps": 3},
        "checkpoint": {"step": 1200},
        "fp16": {
            "smallest": 2.0**-24,
            "gradient": 1e-8,
            "scale": 2**16,
            "unscaled": 0.0,
            "scaled": struct.unpack("<e", struct.pack("<e", 1e-8 * 2**16))[0] / 2**16,
        },
        "accumulate": {
            "sizes": [3, 1],
            "losses": [1.0, 9.0],
            "mean_of_means": (1 + 9) / 2,
            "loss": (3 * 1 + 1 * 9) / 4,
        },
        # A block keeps its input, what goes into GELU and what comes out; the next one's input is
        # an output of this one. 4 bytes each; with checkpoints only the inputs are kept.
        "recompute": {
            "layers": 4,
            "extra": 1 / 3,
            "plain": 4 * 4 * 32 * (64 + 1024 + 1024),
            "kept": 4 * 4 * 32 * 64,
        },
        "which": {"ops": 20_000},
        "zero": {
            "billion": 7.5,
            "devices": 64,
            "gb": [16 * 7.5, 4 * 7.5 + 12 * shard, 2 * 7.5 + 14 * shard, 16 * shard],
        },
        "ring": {"gb": 15, "sent_gb": 2 * 15 * 63 / 64, "all_gb": 63 * 15},
    }


def errata() -> dict[str, Any]:
    """Return the numbers of chapter 14: quoted ones, and the right ones."""
    step = 6 * 3.2e6 * 175e9
    two_weeks = 14 * DAY * 8 * H100
    gradient = 1e-6
    return {
        "lecture": {"first": 2025, "second": 2026},
        "matmul_claim": 8.8e15,
        "logs": [14, 15, 13, 1 + 14 + 15 + 13],
        "two_layers": {
            "b": 64,
            "d": 512,
            "k": 128,
            "without": 4 * 64 * (512**2 + 512 * 128) - 2 * 64 * 512**2,
            "with": 4 * 64 * (512**2 + 512 * 128),
        },
        "gpt3_step": {
            "million": 4,
            "billion": 175,
            "batch_million": 3.2,
            "claim": 8.8e21,
            "product": 6 * 4_000_000 * 2048 * 175_000_000_000,
            "right": step,
            "claimed_steps": round(3.14e23 / 8.8e21),
            "steps": 3.14e23 / step,
        },
        "times_gpt3": 6.3e24 / 3.14e23,
        "mfu": {"claim": 0.06, "fp32": 19.5, "bf16": 312.0, "right": 1.0},
        "days": {"claim": 146, "flop_per_day": 1024 * H100 / 2 * DAY, "rounded": 4.3e22},
        "h100_single": {"claim": 67.5, "right": 67.0},
        "h100_sparse": 1979.0,
        "h100_dense": 1979 / 2,
        "weeks": {
            "claim": two_weeks / 2,
            "days": 14,
            "seconds": 14 * DAY,
            "dense": two_weeks,
            "mfu": 0.5,
            "at_mfu": two_weeks / 2,
        },
        "small": {
            "d": 4,
            "b": 2,
            "claim": 512,
            "claimed_shares": [35, 16, 35, 14],
            "parameters": 4 * 4 + 4 * 4 + 4,
            "activations": 2 * 4 + 2 * 4,
            "values": 36 + 16 + 36 + 36,
            "bytes": 4 * 124,
            "flops_claim": 6 * 2 * 36,
            "flops": 6 * 2 * 36 - 2 * 2 * 4 * 4,
            "input_flops": 2 * 2 * 4 * 4,
            "shares": [29, 13, 29, 29],
        },
        "fit": {"claim_tb": 1.1, "right_gb": 70 * 2},
        "pointer": {"elements": 2, "bytes": 8},
        "view_stride": "(2,)",
        "strides": {
            "shape": [3, 4],
            "index": "(1, 2)",
            "right": 1 * 4 + 2 * 1,
            "claim": 1 * 1 + 2 * 4,
        },
        "xavier": {"d_in": 16384, "d_out": 64, "times": 2 / (16384 + 64) * 16384},
        "eps": {
            "gradient": gradient,
            "inside": 0.1 * gradient / math.sqrt(gradient**2 + 1e-5),
            "outside": round(0.1 * gradient / (gradient + 1e-10), 4),
        },
    }


def real() -> dict[str, Any]:
    """Return what is printed of models that were trained, and what follows."""
    positions, year = 8192, 365.25 * DAY
    hidden = positions * 4096
    return {
        "big": {
            "billion": 405,
            "trillion_tokens": 15.6,
            "layers": 126,
            "d": 16384,
            "d_ff": 53248,
            "heads": 128,
            "kv_heads": 8,
            "devices": 16384,
            "peak_lr": 8e-5,
            "batch_million": 16,
            "flops": 3.8e25,
            "mfu_low": 0.38,
            "mfu_high": 0.43,
            "days": 54,
            "interruptions": 466,
            "unexpected": 419,
            "bfloat16_gb": 2 * 405,
            "devices_bfloat16": -(-810 // 80),
            "state_tb": 405 * 16 / 1000,
            "devices_state": 405 * 16 // 80,
            "saved_tb": 405 * (2 + 4 + 8) / 1000,
            "zero_gb": 405 * 16 / 16384,
            "counted": 6 * 405e9 * 15.6e12,
            "matrix_million": 16384 * 53248 / 1e6,
            "matrix_flops": 2 * 16_000_000 * 16384 * 53248,
            "matrix_seconds": 2 * 16e6 * 16384 * 53248 / H100,
            "data_tb": 15.6 * 4,
            "hours_between": 54 * 24 / 466,
            "kv_times": 128 // 8,
            "head_d": 16384 // 128,
            "spread": math.sqrt(128),
            "step_below_one": 1 / 256,
            "half_step": 1 / 512,
            "too_small_times": round(1 / 512 / 8e-5),
        },
        "small": {
            "billion": 8,
            "layers": 32,
            "d": 4096,
            "d_ff": 14336,
            "heads": 32,
            "vocab": 128256,
            "context": positions,
            "long": 2**17,
            "logits_gb": positions * 128256 * 4 / 1e9,
            "row_kb": round(128256 * 4 / 1000),
            "hidden_mib": hidden * 2 // 2**20,
            "hidden_million": hidden / 1e6,
            "copy_us": 2 * hidden * 2 / H100_BYTES_PER_SEC * 1e6,
            "mask_mib": positions * positions // 2**20,
            "vocab_past_uint16": (128256 - 65536) / 128256,
            "long_mask_gib": 2**34 // 2**30,
            "scores_gib": 32 * positions * positions * 2 // 2**30,
            "linears": (4 + 3) * 32 + 1,
            "ffn_million": 3 * 4096 * 14336 / 1e6,
            "ffn_mflops": 6 * 4096 * 14336 / 1e6,
            "square_million": 4096**2 / 1e6,
            "head_square": 128**2,
            "square_times": 32**2,
            "embedding_million": 128256 * 4096 / 1e6,
            "embedding_share": 2 * 128256 * 4096 / 8e9,
            "weights_gb": 16,
            "token_ms": 16e9 / H100_BYTES_PER_SEC * 1000,
            "tokens_per_sec": round(H100_BYTES_PER_SEC / 16e9),
            "block_gb": hidden * (34 + 5 * 32 * positions / 4096) / 1e9,
            "block_flash_gb": hidden * 34 / 1e9,
            "input_mb": hidden * 2 / 1e6,
            "uint16": 65536,
        },
        "llama": {
            "billion": 65.2,
            "trillion_tokens": 1.4,
            "devices": 2048,
            "tokens_per_sec": 380,
            "context": 2048,
            "beta2": 0.95,
            "decay": 0.1,
            "mfu": 6 * 65.2e9 * 380 / 312e12,
            "days": 1.4e12 / (380 * 2048 * DAY),
            "data_tb": 1.4 * 2,
            "copied_pb": 1.4e12 * 2 * 2048 / 1e15,
        },
        "scale": {
            "gpt3_years": 3.14e23 / (H100 / 2 * year),
            "gpt4_years": 2e25 / (H100 / 2 * year),
            "gpt3_mfu": 0.213,
            "palm_mfu": 0.462,
            "chinchilla_billion": 70,
            "chinchilla_trillion": 1.4,
            "chinchilla_ratio": round(1.4e12 / 70e9),
            "chinchilla_flops": 6 * 70e9 * 1.4e12,
            "batch_sequences": int(3.2e6 / 2048),
            "small_n": 256,
            "small_us": 2 * 256**3 / H100 * 1e6,
            "adam_gb": 70 * 8,
            "adam_h100s": 70 * 8 // 80,
        },
        "links": {
            "memory_tb": 3.35,
            "pcie_gb": 128 / 2,
            "pcie_times": 3350 / 64,
            "nvlink_gb": 900 / 2,
            "ring_ms": 2 * 15 * 63 / 64 / 450 * 1000,
        },
        "sector": {"bytes": 32, "used": 4},
        "vit": {"image": 224, "patch": 16, "patches": 14 * 14, "values": 3 * 16 * 16},
        "conv": {
            "c_in": 3,
            "c_out": 64,
            "k": 7,
            "side": (224 + 2 * 3 - 7) // 2 + 1,
            "flops": 2 * 64 * 112 * 112 * 3 * 7 * 7,
            "million": round(2 * 64 * 112 * 112 * 3 * 7 * 7 / 1e6),
        },
        "deepseek": {"billion": 671, "active_billion": 37, "trillion_tokens": 14.8},
        "moe": {"share": 37 / 671},
        "resnet_momentum": 0.9,
        "compile_times": 1.41,
        "compile_models": 180,
        "batch_mb": 16 * 8,
        "adam_devices": 70 * 16 // 80,
        "batch_ms": round(16e6 * 8 / 64e6),
        "gpt3_growth": round(math.sqrt(12288)),
        "gpt3_betas": [0.9, 0.95],
        "adam8": {"state": 2, "bytes": 10, "billion": 8 * 80 // 10, "saving_gb": 70 * 6},
    }


def answers() -> dict[str, Any]:
    """Return the numbers in the answers to “Change it”."""
    gpt2 = transformer_step()

    def batches(seq: int, again: bool) -> int:
        row, square, wide = seq * gpt2["d"], gpt2["heads"] * seq**2, seq * gpt2["ff"]
        block, end = 8 * row + 2 * square + 2 * wide, row + 2 * seq * gpt2["vocab"]
        kept = gpt2["layers"] * row + block if again else gpt2["layers"] * block
        return int((80e9 - gpt2["model_gb"] * 1e9) // (4 * (kept + end)))

    def forward(seq: int) -> int:
        return 2 * seq * (96 * 12 * 12288**2 + 50257 * 12288) + 96 * 4 * seq**2 * 12288

    chunks = [2, 2, 1, 1]  # a device sends every chunk twice, but the two after its own number once
    sent = [8 * (2 * 6 - chunks[(i + 1) % 4] - chunks[(i + 2) % 4]) for i in range(4)]
    numbers = list(range(10, 20))
    pixels = [[0, 1, 4, 5], [2, 3, 6, 7]]
    return {
        "tensor_bytes": {"fp8": 4 * 12288 * 12288, "copy": 5 * 3 * 4},
        "storage_bytes": {"column": 4 * 1000**2, "bfloat16": 2 * 1000**2},
        "cuda_allocated_bytes": {"many": 512 * 1000, "one": -(-4000 // 512) * 512},
        "round_to_bfloat16": [to_bfloat16(1 + 2**-8 - 2**-20), -to_bfloat16(1 + 3 * 2**-8)],
        "round_to_float": {
            "near": [240, 250],
            "becomes": [repr(max(small_floats(4, 3, True).values())), "inf"],
        },
        "training_bytes": {"share": 160 / (3 * 36 + 160), "sgd": 4 * (36 + 36 + 16)},
        "max_parameters": 8 * 80 * 10**9 // (4 + 4 + 4),
        "transformer_step_bytes": [batches(2048, False), batches(2048, True)],
        "memory_deltas": [16 * 256 * 100] * 2,
        "storage_index": 3 * 4 + 0 * 1,
        "contiguous_strides": [f"({1 * 3}, 3, 1)", f"({3 * 4 * 5}, {4 * 5}, 5, 1)"],
        "is_contiguous": [False, True],
        "view_metadata": {"strides": "(12, 4, 2)", "rows": f"({6 * 2}, 2)", "flat": "(2,)"},
        "gather": numbers[::-1],
        "sliding_windows": {
            "shapes": [f"({7 - 3 + 1}, 3)", f"({(7 - 7) // 2 + 1}, 7)"],
            "strides": ["(1, 1)", "(2, 1)"],
        },
        "causal_mask": sum(range(1, 1001)),
        "attention_scores": "(5, 1, 2)",
        "split_heads": {"place": [5 % 4, 5 // 4, 0], "wrong": str(pixels)},
        "per_head_linear": {
            "shape": f"({2 * 2}, {2 * 3})",
            "zeros": 4 * 6 - 2 * (2 * 3),
            "result": str([1, 2, 1 + 2, 3, 4, 3 + 4]),
        },
        "masked_mean": 1 / 2,
        "patchify": [str([x for p in patch for x in (p, p + 8)]) for patch in pixels],
        "matmul_flops": 2 ** (1 + 15 + 13),
        "einsum_flops": 2 * 112 * 112 * 3 * 7 * 7 * 64,
        "mlp_forward_flops": [2 * 64 * 512 * (512 + 128), 2 * 64 * 128 * (512 + 128)],
        "mlp_backward_flops": 2 * 64 * 512 * (512 + 128),
        "transformer_parameters": [
            (96 * 12 * 24576**2 + 50257 * 24576) / 1e9,
            (192 * 12 * 12288**2 + 50257 * 12288) / 1e9,
        ],
        "transformer_forward_flops": {
            "double": forward(4096) / forward(2048),
            "longer": 32,
            "long": forward(65536) / forward(2048),
        },
        "training_flops": round(6 * 70e9 * 15e12 / (16384 * H100 / 2) / DAY, 2),
        "mfu": 2**43 / 0.0085 / H100,
        "mlp_gradients": [str([[2, 5], [2 * 2, 2 * 5]]), str([[1 + 2], [-1 + 2]])],
        "which_grads": ["['w1', 'w2', 'x']", "['w2']"],
        "promised_flop_per_sec": [989.5 / 3.35, round(756.5 / 2, 1)],
        "time_matmul": {"slowest": 50, "median": (1.1 + 1.2) / 2, "mean": (1.2 + 1 + 50 + 1.1) / 4},
        "roofline": [2e6 * 4096**3 / H100, round(3e6 * 2 * 4096**2 / H100_BYTES_PER_SEC, 1)],
        "compute_bound_batch": [
            smallest_batch(4096, H100, 2 * H100_BYTES_PER_SEC),
            smallest_batch(4096, H100, H100_BYTES_PER_SEC),  # both times half, so the same batch
        ],
        "matmul_throughput": [2e3 * 2048**3 / H100, 2e3 * 2048**3 / 67e12],
        "init_weight": {"std": 1 / 64, "largest": 3 / 64},
        "cruncher": [64, 64 * 64],
        "num_parameters": [2 * 800 + 100, 800 + 100],
        "get_batch": {"starts": 1, "wanted": 100, "length": 104},
        "token_file": {
            "bytes": str(struct.pack("<ii", 1, 258)),
            "tokens": str(list(struct.pack("<HH", 1, 258))),
        },
        "sgd": {"after": [1 - 0.2, 1 - 0.2 - 0.1 * (0.9 * 2 + 2)], "buffer": 2 / 0.1},
        "adagrad": [1 - 0.1, 1 - 0.1 - 0.1 / math.sqrt(5)],
        "rmsprop": round(1 / math.sqrt(1e-4)),
        "adam": round(0.1 * 2e-4 / (2e-4 + 1e-8), 4),
        "adamw": (1 - 0.05) ** 2,
        "master_weights": {"first": [1 + 2**-6] * 2, "last": [1 + 5 * 2**-6] * 2},
        "mixed_precision_step": float((0.5 + 1.5 - 1) ** 2),
        "accumulated_step": 0.5 * (2 * 2 * 1 + 2 * 2 * 3) / 4,
        "checkpointed_forward": 4 * 4 * 32 * (64 + 2048 + 2048),
        "train": {"losses": [4, 3], "equal": 6},
        "zero_bytes": {"devices": 120 + 1, "stage1": 4 * 7.5},
        "ring_all_reduce": {"lines": 4 * 2 * 3, "least": min(sent), "most": max(sent)},
    }


def small_floats(exponent: int, mantissa: int, infinity: bool) -> dict[int, float]:
    """Return every finite number of a format of few bits that is not negative, by its code."""
    bias, top = 2 ** (exponent - 1) - 1, 2**exponent - 1
    values = {}
    for code in range(2 ** (exponent + mantissa)):
        e, m = divmod(code, 2**mantissa)
        if e == top and (infinity or m == 2**mantissa - 1):
            continue
        fraction = m / 2**mantissa
        values[code] = (
            2.0 ** (1 - bias) * fraction if e == 0 else 2.0 ** (e - bias) * (1 + fraction)
        )
    return values


def bit_layouts() -> dict[str, Any]:
    """Return the figure of number formats, each number found among all of its format."""
    formats = []
    for name, bits, exponent, mantissa, infinity in (
        ("float32", 32, 8, 23, True),
        ("float16", 16, 5, 10, True),
        ("bfloat16", 16, 8, 7, True),
        ("FP8 E4M3", 8, 4, 3, False),
        ("FP8 E5M2", 8, 5, 2, True),
    ):
        bias = 2 ** (exponent - 1) - 1
        if bits == 32:
            code, value = bits32(math.pi), struct.unpack("<f", struct.pack("<f", math.pi))[0]
            largest = (2 - 2.0**-23) * 2.0**127
        else:
            numbers = small_floats(exponent, mantissa, infinity)
            code = min(numbers, key=lambda c: (abs(numbers[c] - math.pi), c % 2))
            value, largest = numbers[code], max(numbers.values())
        formats.append(
            {
                "name": name,
                "pattern": f"{code:0{bits}b}",
                "exponent": exponent,
                "mantissa": mantissa,
                "value": value,
                "max": largest,
                "step": 2.0**-mantissa,
                "smallest": 2.0 ** (1 - bias - mantissa),
            }
        )
    return {"value": 3.1415927, "formats": formats}


def storages() -> dict[str, Any]:
    """Return the figures of views: positions by index arithmetic."""

    def view(code: str, name: str, shape: list[int], strides: list[int], offset: int) -> Any:
        def visited(dim: int, start: int) -> Any:
            if dim == len(shape):
                return start
            return [visited(dim + 1, start + i * strides[dim]) for i in range(shape[dim])]

        return {
            "code": code,
            "name": name,
            "shape": shape,
            "strides": strides,
            "offset": offset,
            "visited": visited(0, offset),
        }

    whole = list(range(6))
    return {
        "storage": {
            "count": 16,
            "views": [
                view("x[1]", "a row", [4], [1], 4),
                view("x[:, 1]", "a column", [4], [4], 1),
                view("x.T", "the transpose", [4, 4], [1, 4], 0),
                view("x.view(16).unfold(0, 6, 5)", "windows", [3, 6], [5, 1], 0),
            ],
        },
        "views": {
            "x": {"strides": [3, 1], "first": 0, "storage": whole},
            "x.T": {"strides": [1, 3], "first": 0, "storage": whole},
            "x[1]": {"strides": [1], "first": 3, "storage": whole},
            "x.T.contiguous()": {"strides": [2, 1], "first": 0, "storage": [0, 3, 1, 4, 2, 5]},
        },
    }


def pictures() -> dict[str, Any]:
    """Return the data of all figures."""
    patches = [
        [6 * (2 * h + p1) + 2 * w + p2 for p1 in range(2) for p2 in range(2)]
        for h in range(2)
        for w in range(3)
    ]
    layers = [2 * 64 * 512 * 512, 2 * 64 * 512 * 128]
    bars = []
    for optimizer, state in dict(sgd=0, momentum=1, adagrad=1, rmsprop=1, adam=2).items():
        for precision, each, copy in (("float32", 4, 0), ("bfloat16", 2, 4)):
            parts = [each + copy, each, 4 * state, each / 2]
            names = ("parameters", "gradients", "optimizer_state", "activations")
            bar = dict(zip(names, parts, strict=True)) | {"total": sum(parts)}
            bars.append({"optimizer": optimizer, "precision": precision, "parts": bar})
    devices = {"H100 SXM": (989.5, 3.35), "A100 80 GB SXM": (312.0, 2.039), "T4": (65.0, 0.3)}
    operations = {
        "x + y": 1 / 6,
        "matrix × vector": 1024**2 / (1024**2 + 2 * 1024),
        "1024 × 1024 matmul": 1024 / 3,
    }
    return {
        "bits": bit_layouts(),
        **storages(),
        "stack": {"activations_each": 0.5, "bars": bars},
        "areas": {
            "batch": 64,
            "dims": [512, 512, 128],
            "layers": layers,
            "forward": sum(layers),
            "backward": layers[0] + 2 * layers[1],
            "full": 2 * sum(layers),
        },
        "einops": {
            "heads": {
                "before": [list(range(6)), list(range(6, 12))],
                "after": [[[6 * s + 2 * h + d for d in (0, 1)] for s in (0, 1)] for h in range(3)],
                "groups": [p % 6 // 2 for p in range(12)],
            },
            "patches": {
                "before": [list(range(6 * row, 6 * row + 6)) for row in range(4)],
                "after": patches,
                "groups": [next(i for i, q in enumerate(patches) if p in q) for p in range(24)],
            },
        },
        "roofline": {
            "devices": [
                {
                    "name": name,
                    "peak": peak,
                    "bandwidth": bandwidth,
                    "corner": peak / bandwidth,
                }
                for name, (peak, bandwidth) in devices.items()
            ],
            "operations": [
                {"name": name, "intensity": x, "reached": min(989.5, 3.35 * x)}
                for name, x in operations.items()
            ],
        },
    }


@pytest.mark.parametrize("part", ["numbers", "pictures"])
def test_every_number_comes_out_of_arithmetic_of_another_hand(part):
    facts = dict(leaves(json.loads(FACTS.read_text(encoding="utf-8"))[part]))
    facts = {path: fact for path, fact in facts.items() if not set(path.split(".")) & {*ELSEWHERE}}
    chapters = (
        memory()
        | {"xl": transformer_step()}
        | flops()
        | rest()
        | {"answers": answers(), "errata": errata(), "real": real()}
    )
    expected = dict(leaves(chapters if part == "numbers" else pictures()))
    assert facts.keys() == expected.keys(), sorted(facts.keys() ^ expected.keys())
    wrong = {
        path: (fact, expected[path])
        for path, fact in facts.items()
        if not agrees(fact, expected[path])
    }
    assert not wrong


def test_every_reference_has_a_link_and_is_cited():
    """The bibliography prints them all, so an entry that nobody cites would mislead."""
    text = (HANDOUT / "references.yml").read_text(encoding="utf-8")
    entries = [line[:-1] for line in text.splitlines() if line.endswith(":") and line[0].isalpha()]
    assert text.count("\n  url: http") == len(entries) == len(set(entries))
    pages = "".join(file.read_text("utf-8") for file in (HANDOUT / "sections").glob("*.typ"))
    with (HANDOUT / "hardware.toml").open("rb") as file:
        cited = {device["reference"] for device in tomllib.load(file)["device"]}
    cited |= {entry for entry in entries if f"@{entry}" in pages}
    assert set(entries) == cited


def test_dense_rates_are_half_of_those_printed_with_sparsity():
    with (HANDOUT / "hardware.toml").open("rb") as file:
        half = {device["name"]: device["half"] for device in tomllib.load(file)["device"]}
    printed = {"H100 SXM": 1979, "H200": 1979, "H100 PCIe": 1513, "B200": 4500, "L4": 242}
    assert {name: 2 * half[name] for name in printed} == printed
