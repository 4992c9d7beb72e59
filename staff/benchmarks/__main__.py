"""Print a table of ratios: `python -m staff.benchmarks [NAME ...]`."""

import argparse
import platform

import torch

import cs336_staff  # noqa: F401  (puts the repository on the path)

from .judge import JUDGE
from .reference import REFERENCE
from .watch_loop import WATCH

BENCHMARKS = REFERENCE | JUDGE | WATCH


def main() -> None:
    """Run the named measurements, by default all."""
    parser = argparse.ArgumentParser(prog="python -m staff.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    names = parser.parse_args().names or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        parser.error(f"unknown: {', '.join(unknown)}; known: {', '.join(BENCHMARKS)}")
    print(
        f"torch {torch.__version__}, Python {platform.python_version()}, "
        f"{torch.get_num_threads()} threads; medians, measured side by side"
    )
    print(
        f"{'':<16} {'ratio':>6} {'target':>7} {'CPU':>7} {'ours':>10} {'theirs':>10} {'runs':>5}  "
        "against"
    )
    for name in names:
        benchmark = BENCHMARKS[name]
        ratio = benchmark.measure()
        verdict = " " if ratio.value <= benchmark.target else "!"
        print(
            f"{name:<16} {ratio.value:>6.3f}{verdict}{benchmark.target:>7.2f} "
            f"{ratio.cpu:>7.3f} {_time(ratio.ours):>10} {_time(ratio.theirs):>10} "
            f"{ratio.repeats:>5}  {benchmark.against}",
            flush=True,
        )


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"


if __name__ == "__main__":
    main()
