"""Wire your functions to the tests. There is nothing to fill in here.

Each adapter imports what it needs when it is called, so that an error in one file of
`cs336_basics/` costs the problems of that file and no others.
"""

from __future__ import annotations  # they are for readers; the judge imports this file often

import copy
import functools
import io
import os
import random
from collections.abc import Iterator
from typing import IO, Any, BinaryIO

import numpy as np
import torch
from jaxtyping import Bool, Float, Shaped
from numpy.typing import DTypeLike
from torch import Tensor, nn

# memory.py


def run_tensor_bytes(x: Tensor) -> int:
    from cs336_basics.memory import tensor_bytes

    return tensor_bytes(x)


def run_storage_bytes(x: Tensor) -> int:
    from cs336_basics.memory import storage_bytes

    return storage_bytes(x)


def run_cuda_allocated_bytes(sizes: list[int]) -> int:
    from cs336_basics.memory import cuda_allocated_bytes

    return cuda_allocated_bytes(sizes)


def run_round_to_bfloat16(x: Float[Tensor, "..."]) -> Float[Tensor, "..."]:
    from cs336_basics.memory import round_to_bfloat16

    return round_to_bfloat16(x)


def run_round_to_float(
    x: Float[Tensor, "..."], exponent_bits: int, mantissa_bits: int, infinity: bool = True
) -> Float[Tensor, "..."]:
    from cs336_basics.memory import round_to_float

    return round_to_float(x, exponent_bits, mantissa_bits, infinity)


def run_training_bytes(
    num_parameters: int, num_activations: int, optimizer: str, precision: str
) -> dict[str, int]:
    from cs336_basics.memory import training_bytes

    return training_bytes(num_parameters, num_activations, optimizer, precision)


def run_max_parameters(
    num_devices: int, bytes_per_device: int, optimizer: str, precision: str
) -> int:
    from cs336_basics.memory import max_parameters

    return max_parameters(num_devices, bytes_per_device, optimizer, precision)


def run_transformer_step_bytes(
    batch: int,
    seq: int,
    num_layers: int,
    d_model: int,
    num_heads: int,
    d_ff: int,
    vocab_size: int,
    optimizer: str,
    precision: str,
    checkpointed: bool = False,
) -> dict[str, int]:
    from cs336_basics.memory import transformer_step_bytes

    sizes = (batch, seq, num_layers, d_model, num_heads, d_ff, vocab_size)
    return transformer_step_bytes(*sizes, optimizer, precision, checkpointed)


def run_max_batch(
    bytes_per_device: int,
    seq: int,
    num_layers: int,
    d_model: int,
    num_heads: int,
    d_ff: int,
    vocab_size: int,
    optimizer: str,
    precision: str,
    checkpointed: bool = False,
) -> int:
    from cs336_basics.memory import max_batch

    sizes = (seq, num_layers, d_model, num_heads, d_ff, vocab_size)
    return max_batch(bytes_per_device, *sizes, optimizer, precision, checkpointed)


# tensors.py


def run_storage_index(
    index: tuple[int, ...], strides: tuple[int, ...], storage_offset: int = 0
) -> int:
    from cs336_basics.tensors import storage_index

    return storage_index(index, strides, storage_offset)


def run_contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    from cs336_basics.tensors import contiguous_strides

    return contiguous_strides(shape)


def run_is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    from cs336_basics.tensors import is_contiguous

    return is_contiguous(shape, strides)


def run_view_metadata(
    shape: tuple[int, ...], ops: list[tuple[Any, ...]]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    return run_view_metadata_of_each(shape, ops)[-1]


def run_view_metadata_of_each(
    shape: tuple[int, ...], ops: list[tuple[Any, ...]]
) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return the metadata that each view of the chain has after the last operation."""
    from cs336_basics.tensors import StridedView

    # The start is given: torch's own contiguous strides, asked of a tensor without data.
    views = [StridedView(tuple(shape), torch.empty(shape, device="meta").stride(), 0)]
    for name, *arguments in ops:
        views.append(getattr(views[-1], name)(*arguments))
    return [(view.shape, view.strides, view.storage_offset) for view in views]


def run_gather(
    storage: Shaped[Tensor, " n"],
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    storage_offset: int,
) -> Tensor:
    from cs336_basics.tensors import gather

    return gather(storage, shape, strides, storage_offset)


def run_sliding_windows(
    x: Shaped[Tensor, "... time"], size: int, step: int
) -> Shaped[Tensor, "... windows {size}"]:
    from cs336_basics.tensors import sliding_windows

    return sliding_windows(x, size, step)


def run_causal_mask(n: int) -> Bool[Tensor, "n n"]:
    from cs336_basics.tensors import causal_mask

    return causal_mask(n)


# einops_rewrites.py


def run_attention_scores(
    q: Float[Tensor, "... queries d"], k: Float[Tensor, "... keys d"]
) -> Float[Tensor, "... queries keys"]:
    from cs336_basics.einops_rewrites import attention_scores

    return attention_scores(q, k)


def run_split_heads(
    x: Float[Tensor, "... seq hidden"], num_heads: int
) -> Float[Tensor, "... heads seq d"]:
    from cs336_basics.einops_rewrites import split_heads

    return split_heads(x, num_heads)


def run_merge_heads(x: Float[Tensor, "... heads seq d"]) -> Float[Tensor, "... seq hidden"]:
    from cs336_basics.einops_rewrites import merge_heads

    return merge_heads(x)


def run_per_head_linear(
    x: Float[Tensor, "... hidden_in"], w: Float[Tensor, "d_in d_out"], num_heads: int
) -> Float[Tensor, "... hidden_out"]:
    from cs336_basics.einops_rewrites import per_head_linear

    return per_head_linear(x, w, num_heads)


def run_masked_mean(
    x: Float[Tensor, "... seq d"], mask: Bool[Tensor, "... seq"]
) -> Float[Tensor, "... d"]:
    from cs336_basics.einops_rewrites import masked_mean

    return masked_mean(x, mask)


def run_patchify(
    images: Float[Tensor, "... c height width"], patch: int
) -> Float[Tensor, "... patches values"]:
    from cs336_basics.einops_rewrites import patchify

    return patchify(images, patch)


# flops.py


def run_matmul_flops(a_shape: tuple[int, ...], b_shape: tuple[int, ...]) -> int:
    from cs336_basics.flops import matmul_flops

    return matmul_flops(a_shape, b_shape)


def run_einsum_flops(pattern: str, a_shape: tuple[int, ...], b_shape: tuple[int, ...]) -> int:
    from cs336_basics.flops import einsum_flops

    return einsum_flops(pattern, a_shape, b_shape)


def run_mlp_forward_flops(batch: int, dims: list[int]) -> int:
    from cs336_basics.flops import mlp_forward_flops

    return mlp_forward_flops(batch, dims)


def run_mlp_backward_flops(
    batch: int,
    dims: list[int],
    input_requires_grad: bool = False,
    trainable: list[bool] | None = None,
) -> int:
    from cs336_basics.flops import mlp_backward_flops

    return mlp_backward_flops(batch, dims, input_requires_grad, trainable)


def run_transformer_parameters(num_layers: int, d_model: int, d_ff: int, vocab_size: int) -> int:
    from cs336_basics.flops import transformer_parameters

    return transformer_parameters(num_layers, d_model, d_ff, vocab_size)


def run_transformer_forward_flops(
    batch: int, seq: int, num_layers: int, d_model: int, d_ff: int, vocab_size: int
) -> int:
    from cs336_basics.flops import transformer_forward_flops

    return transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size)


def run_training_flops(num_parameters: int, num_tokens: int) -> float:
    from cs336_basics.flops import training_flops

    return training_flops(num_parameters, num_tokens)


def run_training_days(
    num_parameters: int, num_tokens: int, num_devices: int, flop_per_sec: float, mfu: float
) -> float:
    from cs336_basics.flops import training_days

    return training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)


def run_mfu(flops: float, seconds: float, promised_flop_per_sec: float) -> float:
    from cs336_basics.flops import mfu

    return mfu(flops, seconds, promised_flop_per_sec)


# gradients.py


def run_linear_backward(
    x: Float[Tensor, "... d_in"],
    w: Float[Tensor, "d_in d_out"],
    grad_output: Float[Tensor, "... d_out"],
) -> tuple[Float[Tensor, "... d_in"], Float[Tensor, "d_in d_out"]]:
    from cs336_basics.gradients import linear_backward

    return linear_backward(x, w, grad_output)


def run_mlp_gradients(
    x: Float[Tensor, "batch d_0"],
    weights: list[Float[Tensor, "d_in d_out"]],
    grad_output: Float[Tensor, "batch d_last"],
    trainable: list[bool] | None = None,
    input_requires_grad: bool = False,
) -> dict[str, Any]:
    from cs336_basics.gradients import mlp_gradients

    return mlp_gradients(x, weights, grad_output, trainable, input_requires_grad)


def run_which_grads(
    requires_grad: dict[str, bool], ops: list[tuple[str, tuple[str, ...]]], loss: str
) -> set[str]:
    from cs336_basics.gradients import which_grads

    return which_grads(requires_grad, ops, loss)


# throughput.py


def run_promised_flop_per_sec(device_name: str, dtype: torch.dtype) -> float:
    from cs336_basics.throughput import promised_flop_per_sec

    return promised_flop_per_sec(device_name, dtype)


def run_time_matmul(
    a: Float[Tensor, "n k"], b: Float[Tensor, "k m"], warmup: int, repeats: int
) -> float:
    from cs336_basics.throughput import time_matmul

    return time_matmul(a, b, warmup, repeats)


def run_op_cost(op: str, sizes: tuple[int, ...] | list[int], dtype: torch.dtype) -> tuple[int, int]:
    from cs336_basics.throughput import op_cost

    return op_cost(op, sizes, dtype)


def run_roofline_seconds(
    flops: float, bytes_moved: float, flop_per_sec: float, bytes_per_sec: float
) -> float:
    from cs336_basics.throughput import roofline_seconds

    return roofline_seconds(flops, bytes_moved, flop_per_sec, bytes_per_sec)


def run_compute_bound_batch(
    d_in: int, d_out: int, dtype: torch.dtype, flop_per_sec: float, bytes_per_sec: float
) -> int | None:
    from cs336_basics.throughput import compute_bound_batch

    return compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec)


# model.py


def run_init_weight(d_in: int, d_out: int, seed: int) -> Float[Tensor, "d_in d_out"]:
    from cs336_basics.model import init_weight

    return init_weight(d_in, d_out, torch.Generator().manual_seed(seed))


def run_init_weights(
    sizes: list[tuple[int, int]], seed: int
) -> tuple[list[Float[Tensor, "d_in d_out"]], list[Tensor]]:
    """Return weights that one generator draws, and its states: before the first, and after each."""
    from cs336_basics.model import init_weight

    generator = torch.Generator().manual_seed(seed)
    weights, states = [], [generator.get_state()]
    for d_in, d_out in sizes:
        weights.append(init_weight(d_in, d_out, generator))
        states.append(generator.get_state())
    return weights, states


def run_cruncher(
    dim: int, num_layers: int, state: dict[str, Tensor], x: Float[Tensor, "batch dim"]
) -> Float[Tensor, " batch"]:
    from cs336_basics.model import Cruncher

    model = Cruncher(dim, num_layers)
    model.load_state_dict(state)
    return model(x).detach()


def run_cruncher_start(dim: int, num_layers: int) -> list[dict[str, Tensor]]:
    """Return the weights of two new Crunchers."""
    from cs336_basics.model import Cruncher

    return [dict(Cruncher(dim, num_layers).state_dict()) for _ in range(2)]


def run_cruncher_trained(
    dim: int, num_layers: int, state: dict[str, Tensor], x: Float[Tensor, "batch dim"]
) -> dict[str, Any]:
    """Return what training shows of a Cruncher.

    `trained` names the parameters that get a gradient, `shared` those that another Cruncher has
    too. `outputs` holds, after each change of the weights in place, the Cruncher's output and that
    of another one with the same weights.
    """
    from cs336_basics.model import Cruncher

    model, another = Cruncher(dim, num_layers), Cruncher(dim, num_layers)
    shared = {*map(id, model.parameters())} & {*map(id, another.parameters())}
    model.load_state_dict(state)
    output = model(x)
    if output.requires_grad:
        output.sum().backward()
    outputs = []
    with torch.no_grad():
        for training in (True, False):
            model.train(training)
            model(x)
            for param in model.parameters():
                param.mul_(2)
            another.load_state_dict(model.state_dict())
            outputs.append((model(x), another(x)))
    parameters = dict(model.named_parameters())
    return {
        "trained": [name for name, param in parameters.items() if param.grad is not None],
        "shared": [name for name, param in parameters.items() if id(param) in shared],
        "outputs": outputs,
    }


def run_cruncher_of_float64(
    dim: int, num_layers: int, x: Float[Tensor, "batch dim"]
) -> Float[Tensor, " batch"]:
    """Return what a new Cruncher of float64 weights gives."""
    from cs336_basics.model import Cruncher

    return Cruncher(dim, num_layers).double()(x).detach()


def run_num_parameters(model: nn.Module) -> int:
    from cs336_basics.model import num_parameters

    return num_parameters(model)


def run_num_parameters_of_grown(layers: nn.Sequential) -> tuple[int, int]:
    """Count a model that was counted before its last layer came, and a new one with its layers."""
    from cs336_basics.model import num_parameters

    new = copy.deepcopy(layers)
    *first, last = layers
    grown = nn.Sequential(*first)
    num_parameters(grown)
    grown.append(last)
    return num_parameters(grown), num_parameters(new)


# data.py


def run_get_batch(
    dataset: np.ndarray, batch_size: int, context_length: int, device: str | torch.device
) -> tuple[Tensor, Tensor]:
    from cs336_basics.data import get_batch

    return get_batch(dataset, batch_size, context_length, device)


def run_write_tokens(
    tokens: np.ndarray | list[int] | tuple[int, ...],
    path: str | os.PathLike[str],
    dtype: DTypeLike,
) -> None:
    from cs336_basics.data import write_tokens

    return write_tokens(tokens, path, dtype)


def run_open_tokens(path: str | os.PathLike[str], dtype: DTypeLike) -> np.memmap:
    from cs336_basics.data import open_tokens

    return open_tokens(path, dtype)


# optim.py


OPTIMIZERS = {
    "sgd": "SGD",
    "adagrad": "AdaGrad",
    "rmsprop": "RMSProp",
    "adam": "Adam",
    "adamw": "AdamW",
}


def run_optimizer(
    name: str,
    params: list[Tensor],
    grads: list[list[Tensor | None]],
    hyperparameters: dict[str, Any],
) -> dict[str, list[Any]]:
    later = {key: value for key, value in hyperparameters.items() if isinstance(value, dict)}
    first = {key: steps[0] for key, steps in later.items()}
    optimizer = _build_optimizer(name, params, hyperparameters | first)
    for step, step_grads in enumerate(grads):
        for group in optimizer.param_groups:  # a value for each step, as a scheduler sets it
            group.update({key: steps[step] for key, steps in later.items()})
        _take_step(optimizer, params, step_grads, step)
    return {"params": params, "state": _optimizer_state(optimizer, params)}


def run_optimizer_resumed(
    name: str,
    params: list[Tensor],
    grads: list[list[Tensor | None]],
    hyperparameters: dict[str, Any],
    resume_at: int,
) -> dict[str, list[Any]]:
    optimizer = _build_optimizer(name, params, hyperparameters)
    for step, step_grads in enumerate(grads):
        if step == resume_at:
            file = io.BytesIO()
            torch.save(optimizer.state_dict(), file)
            file.seek(0)
            params = [p.detach().clone().requires_grad_(p.requires_grad) for p in params]
            grouped = any(isinstance(value, list) for value in hyperparameters.values())
            other = {"lr": [0.75] * len(params) if grouped else 0.75}
            optimizer = _build_optimizer(name, params, other)
            optimizer.load_state_dict(torch.load(file, weights_only=True))
        _take_step(optimizer, params, step_grads, step)
    return {"params": params, "state": _optimizer_state(optimizer, params)}


def run_optimizer_closure(
    name: str,
    params: list[Tensor],
    grads: list[list[Tensor | None]],
    hyperparameters: dict[str, Any],
    losses: list[Tensor],
) -> dict[str, list[Any]]:
    """Take each step with a closure that sets the gradients and returns the loss.

    `enabled` says for each step whether gradients were enabled, at each call of its closure.
    """
    optimizer = _build_optimizer(name, params, hyperparameters)
    enabled: list[list[bool]] = [[] for _ in losses]

    def closure(step: int) -> Any:
        enabled[step].append(torch.is_grad_enabled() and not torch.is_inference_mode_enabled())
        for param, grad in zip(params, grads[step], strict=True):
            param.grad = grad
        return losses[step]

    returned = []
    for step in range(len(losses)):
        optimizer.zero_grad()
        returned.append(optimizer.step(functools.partial(closure, step)))
    return {"params": params, "returned": returned, "enabled": enabled}


def _build_optimizer(
    name: str, params: list[Tensor], hyperparameters: dict[str, Any]
) -> torch.optim.Optimizer:
    """Build an optimizer of all parameters, which come as from `model.parameters()`.

    Where a hyperparameter is a list, it holds each parameter's own value, and each parameter is in
    a param group of its own.
    """
    import cs336_basics.optim

    groups, defaults = _in_groups(params, hyperparameters)
    optimizer = getattr(cs336_basics.optim, OPTIMIZERS[name])(groups, **defaults)
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise TypeError(f"{OPTIMIZERS[name]} should be a subclass of torch.optim.Optimizer")
    return optimizer


def _in_groups(
    params: list[Tensor], hyperparameters: dict[str, Any]
) -> tuple[Iterator[Tensor] | list[dict[str, Any]], dict[str, Any]]:
    """Return what an optimizer is built of: parameters or param groups, and hyperparameters."""
    own = {key: value for key, value in hyperparameters.items() if isinstance(value, list)}
    groups = [
        {"params": [param], **{key: values[i] for key, values in own.items()}}
        for i, param in enumerate(params)
    ]
    defaults = hyperparameters | {key: values[0] for key, values in own.items()}
    return groups if own else iter(params), defaults


def _take_step(
    optimizer: torch.optim.Optimizer, params: list[Tensor], grads: list[Tensor | None], step: int
) -> None:
    """Step without a closure. What was in `.grad` at an even step is zeroed before the next."""
    if step % 2:
        optimizer.zero_grad(set_to_none=False)
    for param, grad in zip(params, grads, strict=True):
        param.grad = grad if step % 2 or grad is None else grad.clone()
    optimizer.step()


def _optimizer_state(
    optimizer: torch.optim.Optimizer, params: list[Tensor]
) -> list[dict[str, Any]]:
    states = {id(key): state for key, state in optimizer.state.items()}
    return [dict(states.get(id(param), {})) for param in params]


TORCH_OPTIMIZERS = {
    kind.__name__.lower(): kind
    for kind in (
        torch.optim.SGD,
        torch.optim.Adagrad,
        torch.optim.RMSprop,
        torch.optim.Adam,
        torch.optim.AdamW,
    )
}


def run_master_weights(
    name: str,
    params: list[Tensor],
    grads: list[list[Tensor | None]],
    hyperparameters: dict[str, Any],
) -> dict[str, list[Any]]:
    groups, defaults = _in_groups(params, hyperparameters)

    def build(**other: Any) -> Any:
        for group in groups if isinstance(groups, list) else ():  # the same dicts each time
            group.update(other)
        return _build_master_weights(name, params, groups, **defaults | other)

    def resume(weights: Any) -> Any:
        file = io.BytesIO()
        torch.save(weights.state_dict(), file)
        file.seek(0)
        resumed = build(lr=0.75)
        resumed.load_state_dict(torch.load(file, weights_only=True))
        return resumed

    weights = build()
    for step, step_grads in enumerate(grads):
        if step == len(grads) // 2:
            weights = resume(weights)
        weights.zero_grad()
        for param, grad in zip(params, step_grads, strict=True):
            _add_gradient(param, grad)
        weights.step()
    weights = resume(weights)
    master = [master.detach() for master in weights.master]
    state = _optimizer_state(weights.optimizer, weights.master)
    return {"params": params, "master": master, "state": state}


def run_master_weights_params(
    name: str, params: list[Tensor], hyperparameters: dict[str, Any]
) -> list[list[int | None]]:
    """Return where each of `params` of two MasterWeights of the same groups is in those given."""
    groups, defaults = _in_groups(params, hyperparameters)
    built = [_build_master_weights(name, params, groups, **defaults) for _ in range(2)]
    places = {id(param): i for i, param in enumerate(params)}
    return [[places.get(id(param)) for param in weights.params] for weights in built]


def _build_master_weights(
    name: str,
    params: list[Tensor],
    groups: Iterator[Tensor] | list[dict[str, Any]],
    **hyperparameters: Any,
) -> Any:
    from cs336_basics.optim import MasterWeights

    given = groups if isinstance(groups, list) else iter(params)
    return MasterWeights(given, TORCH_OPTIMIZERS[name], **hyperparameters)


def _add_gradient(param: Tensor, grad: Tensor | None) -> None:
    """Add to `.grad`, as a backward pass does. Without a gradient, zeros there become None."""
    if grad is not None:
        param.grad = grad.clone() if param.grad is None else param.grad + grad
    elif param.grad is not None and not param.grad.any():
        param.grad = None


# checkpoint.py


def run_save_checkpoint(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    iteration: int,
    out: str | os.PathLike[str] | BinaryIO | IO[bytes],
) -> None:
    from cs336_basics.checkpoint import save_checkpoint

    save_checkpoint(model, optimizer, iteration, out)


def run_load_checkpoint(
    src: str | os.PathLike[str] | BinaryIO | IO[bytes],
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
) -> int:
    from cs336_basics.checkpoint import load_checkpoint

    return load_checkpoint(src, model, optimizer)


# mixed_precision.py


def run_mixed_precision_step(
    model: nn.Module,
    inputs: Tensor,
    targets: Tensor,
    optimizer: torch.optim.Optimizer,
    dtype: torch.dtype,
    scaler: torch.amp.GradScaler | None = None,
) -> float:
    from cs336_basics.mixed_precision import mixed_precision_step

    return mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler)


# training.py


def run_seed_everything(seed: int) -> tuple[float, float, float]:
    from cs336_basics.training import seed_everything

    seed_everything(seed)
    return random.random(), float(np.random.rand()), float(torch.rand(()))


def run_accumulated_step(
    model: nn.Module, micro_batches: list[tuple[Tensor, Tensor]], optimizer: torch.optim.Optimizer
) -> float:
    from cs336_basics.training import accumulated_step

    return accumulated_step(model, micro_batches, optimizer)


def run_checkpointed_forward(
    layers: nn.Sequential, x: Tensor, grad_output: Tensor
) -> dict[str, Any]:
    from cs336_basics.training import checkpointed_forward

    x = x.detach().requires_grad_()
    layers.zero_grad()
    output = checkpointed_forward(layers, x)
    (output * grad_output).sum().backward()
    return {
        "output": output.detach(),
        "input_grad": x.grad,
        "layer_grads": [parameter.grad for parameter in layers.parameters()],
    }


def run_checkpointed_forward_attributes(
    layers: nn.Sequential, x: Tensor, grad_output: Tensor
) -> tuple[list[dict[str, int | None]], list[dict[str, int | None]]]:
    """Return the layers' attributes before `run_checkpointed_forward` and after it."""
    before = _attributes(layers)
    run_checkpointed_forward(layers, x, grad_output)
    return before, _attributes(layers)


def _attributes(layers: nn.Module) -> list[dict[str, int | None]]:
    """Return each layer's attributes, and of dicts, as of hooks and buffers, how many they hold."""
    return [
        {name: len(value) if isinstance(value, dict) else None for name, value in vars(m).items()}
        for m in layers.modules()
    ]


def run_train(
    config: dict[str, Any],
    checkpoint: str | os.PathLike[str] | None = None,
    stop_after: int | None = None,
) -> dict[str, Any]:
    from cs336_basics.training import train

    return train(config, checkpoint, stop_after)


# parallel.py


def run_zero_bytes(
    num_parameters: int, num_devices: int, stage: int, optimizer: str, precision: str
) -> dict[str, int]:
    from cs336_basics.parallel import zero_bytes

    return zero_bytes(num_parameters, num_devices, stage, optimizer, precision)


def run_ring_all_reduce(tensors: list[Tensor]) -> tuple[list[Tensor], list[int]]:
    from cs336_basics.parallel import ring_all_reduce

    ring = _Ring(tensors)
    sums = ring_all_reduce(tensors, ring.send)
    return sums, [sum(chunk.nbytes for chunk in sent) for sent in ring.sent]


def run_ring_all_reduce_altered(
    tensors: list[Tensor],
) -> list[tuple[list[Tensor], list[list[Tensor]]]]:
    """Return the sums and each device's chunks: of a plain run, then with each round altered."""
    from cs336_basics.parallel import ring_all_reduce

    plain = _Ring(tensors)
    runs = [(ring_all_reduce(tensors, plain.send), plain.sent)]
    for altered in range(len(plain.sent[0])):
        ring = _Ring(tensors, altered)
        runs.append((ring_all_reduce(tensors, ring.send), ring.sent))
    return runs


class _Ring:
    """Devices in a ring: `send` carries a chunk to the next one, and nowhere else.

    `sent` holds the chunks of each device, one for each round. In the round `altered` other
    numbers arrive.
    """

    def __init__(self, tensors: list[Tensor], altered: int | None = None) -> None:
        self.sent: list[list[Tensor]] = [[] for _ in tensors]
        self._tensors, self._altered = tensors, altered

    def send(self, source: int, target: int, chunk: Tensor) -> Tensor:
        count, numel = len(self.sent), self._tensors[0].numel()
        if count == 1 or source not in range(count) or target != (source + 1) % count:
            raise ValueError(
                f"send: of {count} devices, counted from 0, each sends to the next one only; "
                f"got source {source} and target {target}"
            )
        if chunk.numel() > -(-numel // count):
            raise ValueError(
                f"send: a chunk has at most ⌈{numel} / {count}⌉ elements, got {chunk.numel()}"
            )
        now = len(self.sent[source])
        self.sent[source].append(chunk.detach().clone())
        return chunk.detach().clone() if now != self._altered else chunk.detach() + 1000
