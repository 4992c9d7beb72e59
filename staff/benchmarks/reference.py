"""Compare the reference's speed with plain implementations, by ratios of medians."""

import os
import sys
from collections.abc import Callable
from types import ModuleType

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.paths import SOLUTION

from .measure import (
    Benchmark,
    Ratio,
    folder_on_disk,
    run_command,
    side_by_side,
    usual_environment,
)


def _module(name: str) -> ModuleType:
    """Import a module of the reference."""
    if str(SOLUTION) not in sys.path:
        sys.path.insert(0, str(SOLUTION))
    return __import__(f"cs336_basics.{name}", fromlist=[name])


def get_batch() -> Ratio:
    """Compare with one slice for each row, as nanoGPT does."""
    batch_size, context_length = 256, 1024
    with folder_on_disk() as folder:
        tokens = np.random.default_rng(0).integers(0, 50_000, 100_000_000, dtype=np.uint16)
        tokens.tofile(folder / "tokens.bin")
        dataset = np.memmap(folder / "tokens.bin", dtype=np.uint16, mode="r")

        def rows() -> tuple[Tensor, Tensor]:
            starts = torch.randint(len(dataset) - context_length, (batch_size,)).tolist()
            shifted = [
                torch.stack(
                    [
                        torch.from_numpy(dataset[i : i + context_length].astype(np.int64))
                        for i in range_
                    ]
                )
                for range_ in (starts, [start + 1 for start in starts])
            ]
            return shifted[0], shifted[1]

        reference = _module("data").get_batch
        return side_by_side(
            lambda: reference(dataset, batch_size, context_length, "cpu"), rows, repeats=31
        )


def save_checkpoint() -> Ratio:
    """Compare with a bare torch.save and fsync of the same 200 MB to the same disk.

    Both write a file that is not there yet: where one is, the page cache decides who is faster.
    """
    model = nn.Sequential(*(nn.Linear(1250, 1000, bias=False) for _ in range(40)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    reference = _module("checkpoint").save_checkpoint
    with folder_on_disk() as folder:

        def clear() -> None:
            for file in folder.iterdir():
                file.unlink()

        def bare() -> None:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
            with open(folder / "bare.pt", "wb") as file:
                torch.save(state, file)
                file.flush()
                os.fsync(file.fileno())

        return side_by_side(
            lambda: reference(model, optimizer, 1, folder / "reference.pt"),
            bare,
            repeats=9,
            prepare=clear,
        )


def adagrad() -> Ratio:
    """Compare a step with the faster of torch.optim.Adagrad's two ways."""
    return _optimizer("AdaGrad", torch.optim.Adagrad)


def adam() -> Ratio:
    """Compare a step with the faster of torch.optim.Adam's two ways."""
    return _optimizer("Adam", torch.optim.Adam)


def _optimizer(name: str, theirs: Callable[..., torch.optim.Optimizer]) -> Ratio:
    """Step over 200 tensors of mixed sizes, from single numbers to matrices."""
    kinds = [
        getattr(_module("optim"), name),
        *(lambda params, way=way: theirs(params, foreach=way) for way in (True, False)),
    ]
    steps = [kind(_parameters()).step for kind in kinds]
    return side_by_side(*steps, repeats=31)


def _parameters() -> list[Tensor]:
    generator = torch.Generator().manual_seed(0)
    shapes = [(), (1,), (64,), (256,), (64, 64), (256, 64), (256, 256), (512, 128)]
    params = []
    for number in range(200):
        shape = shapes[number % len(shapes)]
        param = torch.randn(shape, generator=generator).requires_grad_()
        param.grad = torch.randn(shape, generator=generator)
        params.append(param)
    return params


def whole_suite() -> Ratio:
    """Compare the whole CPU suite on the reference with importing torch."""
    return _pytest("-m", "not cuda")


def one_problem() -> Ratio:
    """Compare `pytest --problems get_batch` on the reference with importing torch."""
    return _pytest("--problems", "get_batch")


def _pytest(*options: str) -> Ratio:
    """Run pytest as a student does."""
    python = sys.executable
    suite = [python, "-m", "pytest", f"--submission={SOLUTION}", *options]
    environment = usual_environment()
    return side_by_side(
        lambda: run_command(suite, environment),
        lambda: run_command([python, "-c", "import torch"], environment),
        repeats=5,
    )


REFERENCE: dict[str, Benchmark] = {
    "get_batch": Benchmark(get_batch, 0.1, "one slice a row, 256 × 1024 from a memory map"),
    "save_checkpoint": Benchmark(save_checkpoint, 1.15, "torch.save and fsync, 200 MB"),
    "adagrad": Benchmark(adagrad, 1.05, "the faster torch.optim.Adagrad, 200 tensors"),
    "adam": Benchmark(adam, 1.05, "the faster torch.optim.Adam, 200 tensors"),
    "suite": Benchmark(whole_suite, 3.0, "import torch, for the whole CPU suite"),
    "one_problem": Benchmark(one_problem, 1.4, "import torch, for pytest --problems get_batch"),
}
