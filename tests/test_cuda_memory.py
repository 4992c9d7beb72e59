"""Memory on a device, to the byte: handout §13.3 and §13.4.

The allocator's counters move by what lives on, and by workspaces that libraries never free
(cuBLAS's, 32 MiB on a large chip, from the first matmul of a thread on). So every step is taken
once before it is measured. Tensors take 1 MiB at most: beyond that the allocator may hand out a
cached block with room to spare, and count all of it.
"""

import pytest
import torch
from torch import nn

from tests.harness.checks.gpu import (
    forward_and_backward,
    too_little_memory_reason,
    trace_second_call,
)
from tests.harness.checks.values import assert_integer, assert_tensor
from tests.harness.plugin.failure import fail
from tests.harness.runtime.trace import allocation_size

STATE_TENSORS = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
OPTIMIZERS = {
    "sgd": lambda params: torch.optim.SGD(params, foreach=False),
    "momentum": lambda params: torch.optim.SGD(params, momentum=0.9, foreach=False),
    "adagrad": lambda params: torch.optim.Adagrad(params, foreach=False),
    "rmsprop": lambda params: torch.optim.RMSprop(params, foreach=False),
    "adam": lambda params: torch.optim.Adam(params, foreach=False),
}
BLOCKS, ROWS, DIM, INSIDE = 12, 512, 64, 512


def _allocated_by(gpu, make):
    """Return the result of make() and the bytes that it adds to the allocator's counter."""
    before = gpu.allocated()
    made = make()
    return made, gpu.allocated() - before


def _require_rounding(measured, sizes, not_run):
    """Skip the test if the allocator does not round to 512 bytes: that is the machine's setting."""
    if measured != sum(map(allocation_size, sizes)):
        not_run(
            f"the allocator counts {measured} bytes where rounding to 512 gives "
            f"{sum(map(allocation_size, sizes))}: unset PYTORCH_ALLOC_CONF and "
            "PYTORCH_CUDA_ALLOC_CONF"
        )


@pytest.mark.cuda
@pytest.mark.problem("memory_deltas")
def test_memory_deltas_of_two_matrices(adapters, gpu, not_run):
    predicted = adapters.run_cuda_allocated_bytes([4096, 4096])
    options = {"device": gpu.device, "dtype": torch.float32}
    matrices, measured = _allocated_by(
        gpu, lambda: [torch.zeros(32, 32, **options) for _ in range(2)]
    )
    del matrices
    _require_rounding(measured, [4096, 4096], not_run)
    assert_integer(predicted, measured, what="two 32 × 32 float32 tensors on the device")


@pytest.mark.cuda
@pytest.mark.problem("memory_deltas")
def test_memory_deltas_of_tensors_of_any_size(adapters, rng, gpu, not_run):
    for sizes in (
        [0],
        [1],
        [511, 512, 513],
        [rng.integer(1, 2**20) for _ in range(rng.integer(5, 20))],
        [rng.integer(1, 600) for _ in range(50)],
    ):
        predicted = adapters.run_cuda_allocated_bytes(sizes)
        options = {"device": gpu.device, "dtype": torch.uint8}
        made, measured = _allocated_by(
            gpu, lambda sizes=sizes, options=options: [torch.empty(n, **options) for n in sizes]
        )
        del made
        _require_rounding(measured, sizes, not_run)
        what = f"what the device counts for tensors of {len(sizes)} sizes from {min(sizes)} bytes"
        assert_integer(predicted, measured, what=what)


@pytest.mark.cuda
@pytest.mark.problem("memory_deltas")
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_memory_deltas_of_a_training_step(adapters, rng, gpu, not_run, optimizer, precision):
    counts = [rng.integer(1, 2**17) for _ in range(5)]
    predicted = _predict(adapters, counts, optimizer, precision)
    _take_step(gpu, counts, optimizer, precision)
    sizes, measured = _take_step(gpu, counts, optimizer, precision)
    for part, expected in measured.items():
        _require_rounding(expected, sizes[part], not_run)
        what = f"{part} of tensors of {counts} elements, {optimizer} in {precision}"
        assert_integer(predicted[part], expected, what=what)


def _predict(adapters, counts, optimizer, precision):
    """Return the bytes of each part by the submission's tensor_bytes, rounded up per tensor."""
    blocks = {"parameters": [], "gradients": [], "optimizer_state": []}
    for count in counts:
        parts = adapters.run_training_bytes(count, 0, optimizer, precision)
        state = STATE_TENSORS[optimizer]
        master = 4 * count if precision == "bfloat16" else 0
        if master:
            blocks["parameters"].append(master)  # the float32 copy is a tensor of its own
        blocks["parameters"].append(int(parts["parameters"]) - master)
        blocks["gradients"].append(int(parts["gradients"]))
        each, rest = divmod(int(parts["optimizer_state"]), max(state, 1))
        blocks["optimizer_state"] += [each + rest] + [each] * (state - 1)
    return {part: adapters.run_cuda_allocated_bytes(sizes) for part, sizes in blocks.items()}


def _take_step(gpu, counts, optimizer, precision):
    """Take a step in torch; return the sizes that each part should have, and its measured bytes."""
    half = precision == "bfloat16"
    measured = {}
    master, measured["parameters"] = _allocated_by(
        gpu, lambda: [torch.ones(n, device=gpu.device, requires_grad=True) for n in counts]
    )
    params = master
    if half:
        params, more = _allocated_by(
            gpu, lambda: [p.detach().bfloat16().requires_grad_() for p in master]
        )
        measured["parameters"] += more

    def backward():
        for p in params:
            (p * p).sum().backward()

    _, measured["gradients"] = _allocated_by(gpu, backward)

    def step():
        update = OPTIMIZERS[optimizer](master)
        for p, q in zip(master, params, strict=True) if half else ():
            p.grad = q.grad.float()
        update.step()
        for p in master if half else ():
            p.grad = None
        return update

    _, measured["optimizer_state"] = _allocated_by(gpu, step)
    full, low = [4 * n for n in counts], [2 * n for n in counts]
    sizes = {
        "parameters": full + low if half else full,
        "gradients": low if half else full,
        "optimizer_state": full * STATE_TENSORS[optimizer],
    }
    return sizes, measured


@pytest.mark.cuda
@pytest.mark.problem("checkpointed_peak")
def test_checkpointed_peak_is_lower(adapters, rng, gpu, not_run):
    layers, x, gradient = _chain(rng, gpu)
    adapters.run_checkpointed_forward(layers, x, gradient)  # a stub raises; allocates workspaces
    if reason := too_little_memory_reason(gpu, 2**30):
        not_run(reason)
    plain, lowest = (
        _peak(
            trace_second_call(
                lambda on=on: forward_and_backward(layers, x, gradient, checkpointed=on),
                (layers, x, gradient),
                between=layers.zero_grad,
            )
        )
        for on in (False, True)
    )
    layers.zero_grad()
    expected = forward_and_backward(layers, x, gradient, checkpointed=False)
    layers.zero_grad()
    seen = adapters.observed(trace=True).run_checkpointed_forward(layers, x, gradient)
    result, peak = seen.value, _peak(seen.trace)
    _check_pass(result, expected, gpu)
    runs = sum(op.output_shapes == [[ROWS, INSIDE]] for op in seen.trace.matmuls)
    if runs < 2 * BLOCKS + BLOCKS:  # forward, again in backward, and the gradient of each inside
        fail(
            f"matmuls into the inside of a block ran {runs} times for {BLOCKS} blocks; with every "
            f"block run again in backward they are {3 * BLOCKS} or more",
            "keep each layer's input and run the layer again; do not keep or move its inside",
        )
    if not peak <= (plain + lowest) / 2:
        fail(
            f"the peak is {peak / 2**20:.1f} MiB; without checkpointing it is "
            f"{plain / 2**20:.1f}, and with each layer checkpointed {lowest / 2**20:.1f}",
            "checkpoint each layer: one checkpoint around all of them has all their insides alive "
            "at once when it runs them again",
        )


def _chain(rng, gpu):
    blocks = [
        nn.Sequential(
            nn.Linear(DIM, INSIDE, bias=False), nn.GELU(), nn.Linear(INSIDE, DIM, bias=False)
        )
        for _ in range(BLOCKS)
    ]
    layers = nn.Sequential(*blocks)
    with torch.no_grad():
        for parameter in layers.parameters():
            parameter.copy_(rng.normal(*parameter.shape) / parameter.shape[1] ** 0.5)
    x, gradient = (rng.normal(ROWS, DIM).to(gpu.device) for _ in range(2))
    return layers.to(gpu.device), x, gradient


def _peak(trace):
    """Return the highest of the allocator's peak and the trace's own count of live storages.

    A submission can reset the allocator's, and can hide a tensor from the count; not both at once
    by one trick.
    """
    if trace.cuda is None:
        fail("the call did not use the device", "work where the layers and x are")
    return max(trace.cuda["peak"], trace.cuda["counted_peak"])


def _check_pass(result, expected, gpu):
    pairs = [
        ("output", result["output"], expected["output"]),
        ("the gradient of x", result["input_grad"], expected["input_grad"]),
    ]
    grads = zip(result["layer_grads"], expected["layer_grads"], strict=True)
    pairs += [(f"the gradient of parameter {i}", *pair) for i, pair in enumerate(grads)]
    for what, actual, right in pairs:
        assert_tensor(actual, right.shape, right.dtype, what=what, device=gpu.device.type)
        error = float((actual - right.to(actual.device)).norm() / right.norm())
        if not error < 1e-4:
            fail(f"{what} differs from that of a plain pass by {error:.1e} of its size")
