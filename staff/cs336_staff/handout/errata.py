"""Wrong numbers in lectures and articles, as quoted, and the right ones, computed."""

import math
from types import ModuleType

import torch

from cs336_staff.handout.numbers import (
    DAY,
    GPT3,
    GPT3_FLOPS,
    H100_SXM,
    LR,
    MATMUL,
    MLP,
    PARAMETERS,
    TOKENS,
)


def errata(modules: dict[str, ModuleType]) -> dict[str, object]:
    """Return the numbers of the handout's section on wrong numbers; `claim` is a quotation."""
    flops, memory, throughput = modules["flops"], modules["memory"], modules["throughput"]
    gpt3_parameters, batch_tokens = 175 * 10**9, 3_200_000
    step = flops.training_flops(gpt3_parameters, batch_tokens)
    claimed_step = 8.8e21
    a100 = "NVIDIA A100-SXM4-80GB"
    single = throughput.promised_flop_per_sec(a100, torch.float32)
    dense = throughput.promised_flop_per_sec(H100_SXM, torch.bfloat16)
    week = 7 * DAY
    batch, widths = MLP
    x = torch.arange(10.0)
    offset = x[2:9:2].data_ptr() - x.data_ptr()
    return {
        "lecture": {"first": 2025, "second": 2026},
        "matmul_claim": 8.8e15,
        "logs": [int(math.log2(size)) for size in (*MATMUL, 2 * math.prod(MATMUL))],
        "two_layers": {
            "b": batch,
            "d": widths[0],
            "k": widths[-1],
            "without": flops.mlp_backward_flops(*MLP),
            "with": flops.mlp_backward_flops(*MLP, input_requires_grad=True),
        },
        "gpt3_step": {
            "million": 4,
            "billion": gpt3_parameters // 10**9,
            "batch_million": batch_tokens / 10**6,
            "claim": claimed_step,
            "product": 6 * 4 * 10**6 * GPT3["seq"] * gpt3_parameters,
            "right": step,
            "claimed_steps": round(GPT3_FLOPS / claimed_step),
            "steps": round(GPT3_FLOPS / step, -2),
        },
        "times_gpt3": round(flops.training_flops(PARAMETERS, TOKENS) / GPT3_FLOPS, 2),
        "mfu": {
            "claim": 0.06,
            "fp32": single / 1e12,
            "bf16": throughput.promised_flop_per_sec(a100, torch.bfloat16) / 1e12,
            "right": flops.mfu(single, 1.0, single),
        },
        "days": {"claim": 146, "flop_per_day": 1024 * dense * 0.5 * DAY, "rounded": 4.3e22},
        "h100_single": {
            "claim": 67.5,
            "right": throughput.promised_flop_per_sec(H100_SXM, torch.float32) / 1e12,
        },
        "h100_sparse": 2 * dense / 1e12,
        "h100_dense": dense / 1e12,
        "weeks": {
            "claim": 8 * week * dense,
            "days": 2 * week // DAY,
            "seconds": 2 * week,
            "dense": 8 * 2 * week * dense,
            "mfu": 0.5,
            "at_mfu": 8 * 2 * week * dense * 0.5,
        },
        "small": _small_model(memory, flops),
        "fit": {
            "claim_tb": 1.1,
            "right_gb": memory.tensor_bytes(torch.empty(PARAMETERS, device="meta").half()) // 10**9,
        },
        "pointer": {"elements": offset // x.element_size(), "bytes": offset},
        "view_stride": str(x[2:9:2].stride()),
        "strides": _swapped_strides(modules["tensors"]),
        "xavier": _xavier(16384, 64),
        "eps": _adagrad_eps(1e-6, LR),
    }


def _small_model(memory: ModuleType, flops: ModuleType) -> dict[str, object]:
    d, b, k = 4, 2, 1
    widths = [d, d, d, k]
    parameters, activations = 2 * d * d + d * k, 2 * b * d
    parts = memory.training_bytes(parameters, activations, "adagrad", "float32")
    kinds = ("parameters", "activations", "gradients", "optimizer_state")
    return {
        "d": d,
        "b": b,
        "claim": 512,
        "claimed_shares": [35, 16, 35, 14],
        "parameters": parameters,
        "activations": activations,
        "values": parts["total"] // 4,
        "bytes": parts["total"],
        "flops_claim": 6 * b * parameters,
        "flops": flops.mlp_forward_flops(b, widths) + flops.mlp_backward_flops(b, widths),
        "input_flops": flops.matmul_flops((b, d), (d, d)),
        "shares": [round(100 * parts[kind] / parts["total"]) for kind in kinds],
    }


def _swapped_strides(tensors: ModuleType) -> dict[str, object]:
    shape, index = (3, 4), (1, 2)
    strides = tensors.contiguous_strides(shape)
    return {
        "shape": list(shape),
        "index": str(index),
        "right": tensors.storage_index(index, strides),
        "claim": tensors.storage_index(index, strides[::-1]),
    }


def _xavier(d_in: int, d_out: int) -> dict[str, object]:
    variance = 2 / (d_in + d_out)
    return {"d_in": d_in, "d_out": d_out, "times": round(variance * d_in, 2)}


def _adagrad_eps(gradient: float, lr: float) -> dict[str, float]:
    square = gradient**2
    return {
        "gradient": gradient,
        "inside": float(f"{lr * gradient / (square + 1e-5) ** 0.5:.3g}"),
        "outside": float(f"{lr * gradient / (square**0.5 + 1e-10):.3g}"),
    }
