"""Numbers of models that were trained: as their papers print them, and what follows from them.

The sources are the entries of handout/references.yml that the comments name.
"""

import math
from types import ModuleType
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

from cs336_staff.handout.numbers import DAY, GPT3, GPT3_FLOPS, H100_SXM

YEAR = 365.25 * DAY
H100_BYTES, H100_BANDWIDTH = 80 * 10**9, 3.35e12  # h100
PCIE, NVLINK = 64e9, 450e9  # h100: 128 and 900 GB/s, both directions together

LLAMA3_405B = {  # llama3
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
}
LLAMA3_8B = {  # llama3
    "billion": 8,
    "layers": 32,
    "d": 4096,
    "d_ff": 14336,
    "heads": 32,
    "vocab": 128256,
    "context": 8192,
    "long": 131072,
}
LLAMA_65B = {  # llama
    "billion": 65.2,
    "trillion_tokens": 1.4,
    "devices": 2048,
    "tokens_per_sec": 380,
    "context": 2048,
    "beta2": 0.95,
    "decay": 0.1,
}


def real_models(modules: dict[str, ModuleType]) -> dict[str, Any]:
    """Return the numbers by model and by topic."""
    return {
        "big": _big(modules),
        "small": _small(modules),
        "llama": _llama(modules),
        "scale": _scale(modules),
        "links": {
            "memory_tb": H100_BANDWIDTH / 1e12,
            "pcie_gb": PCIE / 1e9,
            "pcie_times": round(H100_BANDWIDTH / PCIE, 1),
            "nvlink_gb": NVLINK / 1e9,
            "ring_ms": round(1000 * 2 * 63 * 15e9 / 64 / NVLINK, 2),
        },
        "sector": {"bytes": 32, "used": 4},
        "vit": _vit(modules["einops_rewrites"]),
        "conv": _conv(),
        "deepseek": {"billion": 671, "active_billion": 37, "trillion_tokens": 14.8},  # deepseek
        "moe": {"share": round(37 / 671, 4)},
        "resnet_momentum": 0.9,  # resnet
        "compile_times": 1.41,  # compile
        "compile_models": 180,  # compile
        "batch_mb": 8 * LLAMA3_405B["batch_million"],
        "adam_devices": math.ceil(70 * 10**9 * 16 / H100_BYTES),
        "batch_ms": round(8e9 * LLAMA3_405B["batch_million"] / PCIE),
        "gpt3_growth": round(math.sqrt(GPT3["d"])),
        "gpt3_betas": [0.9, 0.95],  # gpt3
        "adam8": {
            "state": 2,
            "bytes": 4 + 4 + 2,
            "billion": 8 * H100_BYTES // (4 + 4 + 2) // 10**9,
            "saving_gb": 70 * (8 - 2),
        },
    }


def _big(modules: dict[str, ModuleType]) -> dict[str, Any]:
    model = LLAMA3_405B
    parameters = model["billion"] * 10**9
    state = modules["memory"].training_bytes(parameters, 0, "adam", "bfloat16")["total"]
    zero = modules["parallel"].zero_bytes(parameters, model["devices"], 3, "adam", "bfloat16")
    tokens = model["batch_million"] * 10**6
    matrix = modules["flops"].matmul_flops((tokens, model["d"]), (model["d"], model["d_ff"]))
    peak = modules["throughput"].promised_flop_per_sec(H100_SXM, torch.bfloat16)
    step_below_one = 2**-8
    return model | {
        "bfloat16_gb": 2 * model["billion"],
        "devices_bfloat16": math.ceil(2 * parameters / H100_BYTES),
        "state_tb": state / 1e12,
        "devices_state": math.ceil(state / H100_BYTES),
        "saved_tb": 14 * parameters / 1e12,
        "zero_gb": round(zero["total"] / 1e9, 3),
        "counted": modules["flops"].training_flops(parameters, 15_600 * 10**9),
        "matrix_million": model["d"] * model["d_ff"] / 1e6,
        "matrix_flops": matrix,
        "matrix_seconds": round(matrix / peak, 1),
        "data_tb": 4 * model["trillion_tokens"],
        "hours_between": round(24 * model["days"] / model["interruptions"], 1),
        "kv_times": model["heads"] // model["kv_heads"],
        "head_d": model["d"] // model["heads"],
        "spread": round(math.sqrt(model["d"] // model["heads"]), 1),
        "step_below_one": step_below_one,
        "half_step": round(step_below_one / 2, 6),
        "too_small_times": round(step_below_one / 2 / model["peak_lr"]),
    }


def _small(modules: dict[str, ModuleType]) -> dict[str, Any]:
    model = LLAMA3_8B
    context, d, long = model["context"], model["d"], model["long"]
    logits = torch.empty(context, model["vocab"], device="meta")
    hidden = torch.empty(context, d, dtype=torch.bfloat16, device="meta")
    hidden_bytes = modules["memory"].tensor_bytes(hidden)
    embedding = model["vocab"] * d
    kept = hidden.numel() * 34
    scores = hidden.numel() * 5 * model["heads"] * context // d
    return model | {
        "logits_gb": round(modules["memory"].tensor_bytes(logits) / 1e9, 2),
        "row_kb": round(modules["memory"].tensor_bytes(logits[-1]) / 1e3),
        "hidden_mib": hidden_bytes // 2**20,
        "hidden_million": round(hidden.numel() / 1e6, 1),
        "copy_us": round(2e6 * hidden_bytes / H100_BANDWIDTH, 1),
        "mask_mib": context**2 // 2**20,
        "vocab_past_uint16": round(1 - 2**16 / model["vocab"], 4),
        "long_mask_gib": long**2 // 2**30,
        "scores_gib": 2 * model["heads"] * context**2 // 2**30,
        "linears": 7 * model["layers"] + 1,
        "ffn_million": round(3 * d * model["d_ff"] / 1e6, 1),
        "ffn_mflops": round(2 * 3 * d * model["d_ff"] / 1e6, 1),
        "square_million": round(d**2 / 1e6, 1),
        "head_square": (d // model["heads"]) ** 2,
        "square_times": d**2 // (d // model["heads"]) ** 2,
        "embedding_million": round(embedding / 1e6, 1),
        "embedding_share": round(2 * embedding / (model["billion"] * 10**9), 3),
        "weights_gb": 2 * model["billion"],
        "token_ms": round(2e3 * model["billion"] * 1e9 / H100_BANDWIDTH, 2),
        "tokens_per_sec": round(H100_BANDWIDTH / (2e9 * model["billion"])),
        "block_gb": round((kept + scores) / 1e9, 1),
        "block_flash_gb": round(kept / 1e9, 2),
        "input_mb": round(hidden_bytes / 1e6, 1),
        "uint16": 2**16,
    }


def _llama(modules: dict[str, ModuleType]) -> dict[str, Any]:
    model = LLAMA_65B
    tokens = model["trillion_tokens"] * 1e12
    flops = 6 * model["billion"] * 1e9 * model["tokens_per_sec"]
    peak = modules["throughput"].promised_flop_per_sec("NVIDIA A100-SXM4-80GB", torch.bfloat16)
    return model | {
        "mfu": round(modules["flops"].mfu(flops, 1.0, peak), 3),
        "days": round(tokens / model["tokens_per_sec"] / model["devices"] / DAY, 1),
        "data_tb": round(2 * tokens / 1e12, 1),
        "copied_pb": round(2 * tokens * model["context"] / 1e15, 1),
    }


def _scale(modules: dict[str, ModuleType]) -> dict[str, Any]:
    peak = modules["throughput"].promised_flop_per_sec(H100_SXM, torch.bfloat16)
    yearly = peak * 0.5 * YEAR
    small = modules["flops"].matmul_flops((256, 256), (256, 256))
    return {
        "gpt3_years": round(GPT3_FLOPS / yearly, 1),
        "gpt4_years": round(2e25 / yearly, -2),
        "gpt3_mfu": 0.213,  # palm
        "palm_mfu": 0.462,  # palm
        "chinchilla_billion": 70,  # chinchilla
        "chinchilla_trillion": 1.4,
        "chinchilla_ratio": 20,
        "chinchilla_flops": modules["flops"].training_flops(70 * 10**9, 1_400 * 10**9),
        "batch_sequences": 3_200_000 // 2048,
        "small_n": 256,
        "small_us": round(1e6 * small / peak, 3),
        "adam_gb": 8 * 70,
        "adam_h100s": math.ceil(8 * 70 * 10**9 / H100_BYTES),
    }


def _vit(einops_rewrites: ModuleType) -> dict[str, Any]:
    image, patch = 224, 16
    patches = einops_rewrites.patchify(torch.empty(3, image, image, device="meta"), patch)
    return {
        "image": image,
        "patch": patch,
        "patches": patches.shape[0],
        "values": patches.shape[1],
    }


def _conv() -> dict[str, Any]:
    """Return the cost of the first layer of a ResNet, by torch's own counter."""
    layer = torch.nn.Conv2d(3, 64, kernel_size=7, stride=2, padding=3, bias=False, device="meta")
    with FlopCounterMode(display=False) as counter:
        out = layer(torch.empty(1, 3, 224, 224, device="meta"))
    return {
        "c_in": layer.in_channels,
        "c_out": layer.out_channels,
        "k": layer.kernel_size[0],
        "side": out.shape[-1],
        "flops": counter.get_total_flops(),
        "million": round(counter.get_total_flops() / 1e6),
    }
