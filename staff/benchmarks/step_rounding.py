"""Measure how far rounding changes a mixed-precision step, and how far half a batch does.

`python -m staff.benchmarks.step_rounding`: what tests/test_cuda_mixed_precision.py allows must lie
between the two. On the CPU, so that it can be seen without a device; a minute or two.
"""

import argparse
from types import SimpleNamespace

import torch

from cs336_staff import paths  # noqa: F401  # puts the repository's root on the path
from tests import test_cuda_mixed_precision as suite
from tests.harness.checks.gpu import mixed_precision_step
from tests.harness.plugin.inputs import Rng

SIZES = ((128, 8192), (128, 65536), (128, 262144), (1024, 8192))
SEEDS = 3


def main() -> None:
    """Print a line for each size and seed."""
    argparse.ArgumentParser(
        prog="python -m staff.benchmarks.step_rounding",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    device = SimpleNamespace(device=torch.device("cpu"))
    print("of the loss, then of each parameter: rounding to bfloat16 / half a batch")
    for width, rows in SIZES:
        suite.WIDTH = width
        for seed in range(SEEDS):
            rng = Rng(seed, "step_rounding")
            model = suite._tower(rng.seed())
            batch: tuple[torch.Tensor, torch.Tensor] = suite._batch(rng, device, rows)
            half = (batch[0][: rows // 2], batch[1][: rows // 2])
            before = [param.detach().clone() for param in model.parameters()]
            steps = []
            for dtype, data in (
                (torch.float32, batch),
                (torch.bfloat16, batch),
                (torch.bfloat16, half),
            ):
                suite._load(model, before)
                optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
                loss = mixed_precision_step(model, *data, optimizer, dtype)
                steps.append((loss, suite._updates(model, before)))
            exact, rounded, halved = steps
            pairs = zip(
                suite._distances(rounded, exact), suite._distances(halved, rounded), strict=True
            )
            text = "  ".join(f"{rounding:.2%} / {change:.0%}" for rounding, change in pairs)
            print(f"{width} columns, {rows} rows, seed {seed}: {text}", flush=True)


if __name__ == "__main__":
    main()
