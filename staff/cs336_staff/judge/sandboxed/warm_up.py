"""Load what a first call loads, and run it a few times, so that forks find it done.

A fork pays for each page that it is the first to write. Code that has run a few times is
specialized by then, its caches are filled, and a fork that runs it again writes far less.
"""

import gc
import importlib
import io
import os
import sys

from cs336_staff.judge.sandboxed.isolation import Isolation

CUDA_FAILED = (
    "a submission's process cannot start CUDA: see “A GPU runner” in staff/README.md; "
    "CUDA_VISIBLE_DEVICES= (set to nothing) grades without a device"
)
TIMES = 12


def warm_up(train: bool) -> None:
    """Warm up the fork server, without starting threads or CUDA, which no fork could use then.

    Args:
        train: run backward passes and optimizers' steps too. Where there is a GPU, the first
            backward pass starts a thread for it, and a step of Adam asks for its current stream.
    """
    import statistics  # noqa: F401

    import jaxtyping  # noqa: F401
    import torch
    import torch.utils.checkpoint
    import torch.utils.flop_counter

    from tests.harness.runtime.compiler import defer_compiler

    defer_compiler()
    importlib.import_module("torch._dynamo.config")  # the settings alone: see compiler.py
    torch.set_num_threads(1)  # a fork of a process that has used OpenMP threads would hang
    import tests.harness.runtime.models  # noqa: F401
    from cs336_staff.judge.sandboxed import serve  # noqa: F401

    weight = torch.zeros(2, 2, requires_grad=True)
    weight.grad = torch.zeros(2, 2)
    for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
        optimizer = kind([weight])
        if train:
            optimizer.step()
    torch.amp.GradScaler("cpu")
    gc.freeze()  # a trace collects garbage: not among all that torch has loaded
    for _ in range(TIMES):
        exercise_wire(train)
        _exercise_torch()


def try_cuda(isolation: Isolation) -> None:
    """Start CUDA once where problems will, and end this process where it does not start.

    That is the machine's fault (a device file that is missing, or closed to others; a device that
    takes one process), not a submission's. Another process has the device meanwhile, as the judge
    will.
    """
    import torch

    line = os.fork()
    if not line:
        try:
            isolation.enter_supervisor()
            wait, go_on = os.pipe()
            problem = isolation.fork()
            if problem:
                held = torch.ones((), device="cuda")
                held.item()
                os.close(go_on)
                os._exit(int(os.waitpid(problem, 0)[1] != 0))
            os.close(go_on)
            os.read(wait, 1)
            isolation.enter_problem()
            torch.ones((), device="cuda").item()
            os._exit(0)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
    if os.waitpid(line, 0)[1]:
        sys.exit(CUDA_FAILED)


def exercise_wire(train: bool = False) -> None:
    """Send a call across the wire and back, within this process."""
    import numpy as np
    import torch

    from cs336_staff.judge.wire.changes import (
        Before,
        apply_changes,
        apply_memory,
        write_changes,
        write_memory,
    )
    from cs336_staff.judge.wire.observations import read_observation, write_observation
    from cs336_staff.judge.wire.primitives import Limits, Reader, Writer
    from cs336_staff.judge.wire.requests import read_request, write_request
    from cs336_staff.judge.wire.storages import Table
    from cs336_staff.judge.wire.values import Decoder, Encoder
    from tests.harness.runtime.conditions import Conditions, Observation, observe_call
    from tests.harness.runtime.process_state import seed_generators

    def packed(out: Writer) -> bytes:
        return b"".join(bytes(part) for part in out.parts)

    limits, here, request = Limits(), Table(), Writer()
    model = torch.nn.Sequential(torch.nn.Linear(3, 3))
    tensors = {"x": torch.ones(3, 4)[1:], "y": [torch.ones(2), np.arange(3)]}
    sent = [1, 2.5, "x", (1, 2), tensors, model, torch.optim.AdamW(model.parameters())]
    write_request(request, here, (sent, Conditions(trace=True).stated()), limits)
    counts = len(here.objects), len(here.buffers)

    (arguments, conditions), there = read_request(Reader(packed(request), limits))
    before = Before(there)

    def call() -> list[object]:
        x = torch.ones(2, 3)
        if train:
            arguments[5](x).square().mean().backward()
            arguments[6].step()
        return [x, x[1:], (x @ x.T).sum().item(), {"k": 3}]

    seed_generators(0)  # loads numpy.random, too
    observe_call(call, Conditions(), arguments)
    observation = observe_call(call, Conditions(**conditions), arguments)
    encoder = Encoder(there, limits)
    write_memory(encoder, before)
    write_observation(encoder, observation)
    write_changes(encoder, before)

    answer = Decoder(packed(encoder.out), here, limits)
    apply_memory(answer, counts[1])
    read_observation(answer, Observation())
    apply_changes(answer, counts[0])


def _exercise_torch() -> None:
    import einops
    import numpy as np
    import torch

    with torch.autocast("cpu", torch.bfloat16):
        einops.rearrange(torch.zeros(2, 2) @ torch.zeros(2, 2), "a b -> b a")
    einops.reduce(np.zeros((2, 2)), "a b -> a", "mean")
    file = io.BytesIO()
    torch.save({"weight": torch.zeros(2), "step": 3}, file)
    file.seek(0)
    torch.load(file, weights_only=True)
