"""Compute the numbers in the answers to “Change it” by the reference, for each problem."""

import tempfile
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.handout.measured import recomputation
from cs336_staff.handout.numbers import (
    GPT2_XL,
    GPT3,
    H100_PCIE,
    H100_SXM,
    MATMUL,
    MLP,
    PARAMETERS,
    TOKENS,
)

BANDWIDTH = {H100_SXM: 3.35e12, H100_PCIE: 2.0e12}


def answers(modules: dict[str, ModuleType]) -> dict[str, Any]:
    """Return the numbers by problem."""
    return {
        **_memory(modules["memory"]),
        **_tensors(modules["tensors"]),
        **_einops(modules["einops_rewrites"]),
        **_flops(modules["flops"]),
        **_gradients(modules["gradients"]),
        **_throughput(modules),
        **_model_and_data(modules),
        **_optim(modules["optim"]),
        **_training(modules),
        **_parallel(modules["parallel"]),
    }


def _memory(memory: ModuleType) -> dict[str, Any]:
    wide = torch.empty(4 * GPT3["d"], GPT3["d"], device="meta", dtype=torch.float8_e4m3fn)
    matrix = torch.zeros(1000, 1000)
    tie = torch.tensor([1 + 2**-8 - 2**-20, -(1 + 3 * 2**-8)])
    near = torch.tensor([240.0, 250.0])
    activations = memory.training_bytes(36, 160, "adagrad", "float32")
    xl = list(GPT2_XL.values())[1:]
    bias = memory.cuda_allocated_bytes([256 * 100 * 4])
    return {
        "tensor_bytes": {
            "fp8": memory.tensor_bytes(wide),
            "copy": memory.tensor_bytes(torch.zeros(1, 3).expand(5, 3).contiguous()),
        },
        "storage_bytes": {
            "column": memory.storage_bytes(matrix[:, 0]),
            "bfloat16": memory.storage_bytes(matrix.bfloat16()[0]),
        },
        "cuda_allocated_bytes": {
            "many": memory.cuda_allocated_bytes([4] * 1000),
            "one": memory.cuda_allocated_bytes([4 * 1000]),
        },
        "round_to_bfloat16": memory.round_to_bfloat16(tie).tolist(),
        "round_to_float": {
            "near": near.int().tolist(),
            "becomes": [str(x) for x in memory.round_to_float(near, 4, 3).tolist()],
        },
        "training_bytes": {
            "share": round(activations["activations"] / activations["total"], 3),
            "sgd": memory.training_bytes(36, 16, "sgd", "float32")["total"],
        },
        "max_parameters": memory.max_parameters(8, 80 * 10**9, "momentum", "float32"),
        "transformer_step_bytes": [
            memory.max_batch(80 * 10**9, 2048, *xl, "adam", "float32", checkpointed=again)
            for again in (False, True)
        ],
        "memory_deltas": [memory.training_bytes(25_600, 0, "adam", "float32")["total"], 4 * bias],
    }


def _tensors(tensors: ModuleType) -> dict[str, Any]:
    sliced = tensors.StridedView((2, 3, 4), (12, 4, 1), 0).slice(2, None, None, 2)
    x = torch.arange(7.0)
    ones, whole = (tensors.sliding_windows(x, *size) for size in ((3, 1), (7, 2)))
    return {
        "storage_index": tensors.storage_index((3, 0), (4, 1)),
        "contiguous_strides": [
            str(tensors.contiguous_strides(shape)) for shape in ((4, 1, 3), (2, 3, 4, 5))
        ],
        "is_contiguous": [tensors.is_contiguous((n,), (3,)) for n in (2, 1)],
        "view_metadata": {
            "strides": str(sliced.strides),
            "rows": str(sliced.view((2, 6)).strides),
            "flat": str(sliced.view((12,)).strides),
        },
        "gather": tensors.gather(torch.arange(10, 20), (10,), (-1,), 9).tolist(),
        "sliding_windows": {
            "shapes": [str(tuple(windows.shape)) for windows in (ones, whole)],
            "strides": [str(windows.stride()) for windows in (ones, whole)],
        },
        "causal_mask": int(tensors.causal_mask(1000).sum()),
    }


def _einops(rewrites: ModuleType) -> dict[str, Any]:
    q, k = torch.ones(5, 1, 4), torch.ones(1, 2, 4)
    x = torch.arange(8.0).view(2, 4)
    image = torch.stack([torch.arange(8), torch.arange(8) + 8]).view(2, 2, 4)
    w = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    wide = torch.block_diag(w, w)
    vector = torch.tensor([1.0, 2.0, 3.0, 4.0])
    return {
        "attention_scores": str(tuple(rewrites.attention_scores(q, k).shape)),
        "split_heads": {
            "place": (rewrites.split_heads(x, 4) == 5).nonzero()[0].tolist(),
            "wrong": str(rewrites.split_heads(x, 2).flatten(1).int().tolist()),
        },
        "per_head_linear": {
            "shape": str(tuple(wide.shape)),
            "zeros": int((torch.block_diag(*[torch.ones_like(w)] * 2) == 0).sum()),
            "result": str(rewrites.per_head_linear(vector, wide, 1).int().tolist()),
        },
        "masked_mean": 1.0 / 2,
        "patchify": [str(patch) for patch in rewrites.patchify(image, 2).tolist()],
    }


def _flops(flops: ModuleType) -> dict[str, Any]:
    _, d, k = MATMUL
    batch, _ = MLP
    gpt3 = (GPT3["layers"], GPT3["d"], 4 * GPT3["d"], GPT3["vocab"])
    forward = {seq: flops.transformer_forward_flops(1, seq, *gpt3) for seq in (2048, 4096, 65536)}
    rate = 2 * 16384 * 32768 * 8192
    return {
        "matmul_flops": flops.matmul_flops((1, d), (d, k)),
        "einsum_flops": flops.einsum_flops(
            "b h w c i j, o c i j -> b h w o", (1, 112, 112, 3, 7, 7), (64, 3, 7, 7)
        ),
        "mlp_forward_flops": [
            flops.mlp_forward_flops(batch, [512, middle, 128]) for middle in (512, 128)
        ],
        "mlp_backward_flops": flops.mlp_backward_flops(
            *MLP, input_requires_grad=True, trainable=[False, False]
        ),
        "transformer_parameters": [
            round(flops.transformer_parameters(*sizes, GPT3["vocab"]) / 1e9, 1)
            for sizes in (
                (GPT3["layers"], 2 * GPT3["d"], 8 * GPT3["d"]),
                (2 * GPT3["layers"], GPT3["d"], 4 * GPT3["d"]),
            )
        ],
        "transformer_forward_flops": {
            "double": round(forward[4096] / forward[2048], 3),
            "longer": 65536 // 2048,
            "long": round(forward[65536] / forward[2048], 1),
        },
        "training_flops": round(
            flops.training_days(PARAMETERS, TOKENS, 16384, 1979e12 / 2, 0.5), 2
        ),
        "mfu": round(flops.mfu(rate, 0.0085, 1979e12 / 2), 3),
    }


def _gradients(gradients: ModuleType) -> dict[str, Any]:
    x = torch.tensor([[1.0, 2.0]])
    weights = [torch.tensor([[1.0, -1.0], [1.0, 1.0]]), torch.tensor([[2.0], [5.0]])]
    result = gradients.mlp_gradients(x, weights, torch.ones(1, 1))
    ops = [("h", ("x", "w1")), ("loss", ("h", "w2"))]
    needed = [{"x": x, "w1": w1, "w2": True} for x, w1 in ((True, True), (False, False))]
    return {
        "mlp_gradients": [str(grad.int().tolist()) for grad in result["weight_grads"]],
        "which_grads": [str(sorted(gradients.which_grads(needs, ops, "loss"))) for needs in needed],
    }


def _throughput(modules: dict[str, ModuleType]) -> dict[str, Any]:
    throughput = modules["throughput"]
    peak = {name: throughput.promised_flop_per_sec(name, torch.bfloat16) for name in BANDWIDTH}
    single = throughput.promised_flop_per_sec(H100_SXM, torch.float32)
    speed, bandwidth = peak[H100_SXM], BANDWIDTH[H100_SXM]
    flops, moved = throughput.op_cost("matmul", (4096,) * 3, torch.bfloat16)
    half, _ = throughput.op_cost("matmul", (2048,) * 3, torch.bfloat16)
    times = torch.tensor([1.2, 1.0, 50.0, 1.1], dtype=torch.float64)
    batch = throughput.compute_bound_batch
    return {
        "promised_flop_per_sec": [round(peak[name] / BANDWIDTH[name], 1) for name in BANDWIDTH],
        "time_matmul": {
            "slowest": 50,
            "median": round(times.quantile(0.5).item(), 2),
            "mean": round(times.mean().item(), 3),
        },
        "roofline": [
            round(1e6 * throughput.roofline_seconds(*cost, speed, bandwidth), 1)
            for cost in ((flops, 0), (0, moved))
        ],
        "compute_bound_batch": [
            batch(4096, 4096, torch.bfloat16, speed, 2 * bandwidth),
            batch(4096, 4096, torch.float8_e4m3fn, 2 * speed, bandwidth),
        ],
        "matmul_throughput": [round(1e3 * half / rate, 4) for rate in (speed, single)],
    }


def _model_and_data(modules: dict[str, ModuleType]) -> dict[str, Any]:
    model, data = modules["model"], modules["data"]
    embedding, head = nn.Embedding(100, 8), nn.Linear(8, 100)
    untied = model.num_parameters(nn.Sequential(embedding, head))
    head.weight = embedding.weight
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokens"
        data.write_tokens([1, 258], path, np.int32)
        wide = path.read_bytes()
        data.write_tokens([1, 258], path, np.uint16)
        small = [int(token) for token in data.open_tokens(path, np.uint8)]
    return {
        "init_weight": {"std": 4096**-0.5, "largest": 3 * 4096**-0.5},
        "cruncher": [
            model.num_parameters(model.Cruncher(64, 0)),
            model.num_parameters(model.Cruncher(64, 1)) - 64,
        ],
        "num_parameters": [untied, model.num_parameters(nn.Sequential(embedding, head))],
        "get_batch": {"starts": 10 - 9, "wanted": 100, "length": 100 + 4},
        "token_file": {"bytes": str(wide), "tokens": str(small)},
    }


def _optim(optim: ModuleType) -> dict[str, Any]:
    def steps(make: Any, *gradients: float) -> list[float]:
        p = nn.Parameter(torch.ones(1, dtype=torch.float64))
        optimizer, after = make([p]), []
        for gradient in gradients:
            p.grad = torch.full_like(p, gradient)
            optimizer.step()
            after.append(round(p.item(), 4))
        return after

    weight = nn.Parameter(torch.ones(1, dtype=torch.bfloat16))
    masters = optim.MasterWeights([weight], torch.optim.SGD, lr=2**-10)
    moved = []
    for _ in range(5):
        weight.grad = torch.full_like(weight, -16.0)
        masters.step()
        moved.append([weight.item(), masters.master[0].item()])
    return {
        "sgd": {
            "after": steps(lambda p: optim.SGD(p, lr=0.1, momentum=0.9), 2, 2),
            "buffer": round(2 / (1 - 0.9), 6),
        },
        "adagrad": steps(lambda p: optim.AdaGrad(p, lr=0.1), 2000, 1000),
        "rmsprop": round(-10 * (steps(lambda p: optim.RMSProp(p, 0.1, 0.9999), 2)[0] - 1)),
        "adam": round(1 - steps(lambda p: optim.Adam(p, lr=0.1), 0.0002)[0], 4),
        "adamw": steps(lambda p: optim.AdamW(p, lr=0.1, weight_decay=0.5), 0, 0)[-1],
        "master_weights": {"first": moved[0], "last": moved[-1]},
    }


def _training(modules: dict[str, ModuleType]) -> dict[str, Any]:
    training, mixed_precision = modules["training"], modules["mixed_precision"]
    model = nn.Linear(2, 1, bias=False)
    model.weight.data = torch.tensor([[1.0, 2.0]])
    sgd = torch.optim.SGD(model.parameters(), lr=0.125)
    x, y = torch.ones(1, 2), torch.ones(1, 1)
    step = mixed_precision.mixed_precision_step
    losses = [step(model, x, y, sgd, torch.bfloat16) for _ in range(2)]
    scalar = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(scalar.weight)
    rows = [(torch.ones(2, 1), torch.full((2, 1), target)) for target in (1.0, 3.0)]
    training.accumulated_step(scalar, rows, torch.optim.SGD(scalar.parameters(), lr=0.5))
    config = dict(dim=4, num_layers=1, batch_size=8, lr=0.01, optimizer="adam")
    config |= dict(precision="float32", seed=1)
    whole = training.train(config | {"steps": 6})["losses"]
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "ckpt.pt")
        parts = [
            training.train(config | {"steps": 7}, path, stop_after=stop)["losses"]
            for stop in (4, None)
        ]
    return {
        "mixed_precision_step": losses[1],
        "accumulated_step": scalar.weight.item(),
        "checkpointed_forward": recomputation(training, inside=2048)["plain"],
        "train": {
            "losses": [len(part) for part in parts],
            "equal": sum(a == b for a, b in zip(chain(*parts), whole, strict=False)),
        },
    }


def _parallel(parallel: ModuleType) -> dict[str, Any]:
    def gigabytes(devices: int) -> float:
        return parallel.zero_bytes(7_500_000_000, devices, 3, "adam", "bfloat16")["total"] / 1e9

    sent = [0] * 4

    def send(source: int, target: int, chunk: Tensor) -> Tensor:
        sent[source] += chunk.numel() * chunk.element_size()
        lines.append(target)
        return chunk.clone()

    lines: list[int] = []
    parallel.ring_all_reduce([torch.arange(6)] * 4, send)
    return {
        "zero_bytes": {
            "devices": next(n for n in range(1, 1000) if gigabytes(n) < 1),
            "stage1": 4 * 7.5,
        },
        "ring_all_reduce": {"lines": len(lines), "least": min(sent), "most": max(sent)},
    }
