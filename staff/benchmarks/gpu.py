"""All figures that need a device, in one command: `python -m staff.benchmarks.gpu [--out DIR]`.

Writes gpu.json, gpu.md (the tables for GPU.md) and roofline.svg/.png, row by row. With --verdicts
it also repeats the CUDA tests: the reference 20 times in pytest and 10 in the sandbox,
each wrong and hostile CUDA entry 5 times. If it is cut off, the same command continues on the same
machine; name another folder to start over. If a measurement fails, or a verdict is wrong, the exit
code is 1. Without a device it prints the reason and exits with 3.
"""

import argparse
import json
import platform
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cs336_staff import paths  # puts the repository's root on the path
from cs336_staff.files.whole import write_whole
from cs336_staff.report.charts import describe, draw, is_error, measured_matmul, mfu
from staff.benchmarks.gpu_verdicts import Row, spreads, verdicts
from staff.benchmarks.scenarios import scenarios
from tests.harness.checks.gpu import (
    Gpu,
    batch_returns_while_busy,
    current_gpu,
    mixed_precision_step,
)
from tests.harness.checks.timing import HostClock, Timing, interleave
from tests.harness.plugin.device import device_line, no_cuda_reason
from tests.harness.plugin.scores import Measurement
from tests.harness.runtime.trace import Tracer, _cycles_per_second

DTYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}
SIZES, ELEMENTS = (1024, 4096, 8192), 2**26
REPEATS = 30
BUSY = 0.1
HOT = 1.0  # seconds of work that heat a chip
NO_DEVICE = 3


def main() -> None:
    """Measure everything, or print why there is no device."""
    parser = argparse.ArgumentParser(prog="python -m staff.benchmarks.gpu", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("results/gpu"), help="folder for figures")
    parser.add_argument("--verdicts", action="store_true", help="repeat the verdicts, too")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print(f"nothing was measured: {no_cuda_reason().text()}", file=sys.stderr)
        sys.exit(NO_DEVICE)
    gpu = current_gpu()
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out: {options.out} cannot be the folder for figures: {error.strerror}")
    print(device_line(), flush=True)
    here = machine(gpu)
    known = _known(options.out, here)
    measurements: dict[str, Callable[[], Iterator[Row]]] = {  # the fastest come first
        "memory": memory,
        "asynchronous copy": lambda: copies(gpu),
        "matmul": lambda: matmuls(gpu, options.out),
        "mixed-precision step": lambda: steps(gpu),
    }
    tables = {"machine": [here], **known}
    for name, measure in measurements.items():
        if name not in known:
            take(name, measure, tables, options.out)
            gpu.release()
    if options.verdicts:
        taken = known.get("verdicts", [])
        take("verdicts", lambda: verdicts(options.out, taken), tables, options.out)
    rows = [row for table in tables.values() for row in table]
    sys.exit(any(row.get("exit code") or "broken off" in row for row in rows))


def take(
    name: str, measure: Callable[[], Iterator[Row]], tables: dict[str, list[Row]], out: Path
) -> None:
    """Add a table at the end, and write all after each row; an error costs the rest of this one."""
    tables.pop(name, None)
    rows = tables[name] = []
    try:
        for row in measure():
            rows.append(row)
            print(f"{name}: {json.dumps(row)}", flush=True)
            _write(tables, out)
    except Exception as error:
        traceback.print_exc()
        rows.append({"what": "", "broken off": f"{type(error).__name__}: {error}".splitlines()[0]})
        _write(tables, out)


def _known(out: Path, here: Row) -> dict[str, list[Row]]:
    """Return the results of an earlier run on this machine: whole tables, and single verdicts.

    The last table may lack rows: the run was cut off there.
    """
    try:
        tables: dict[str, list[Row]] = json.loads((out / "gpu.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if tables.pop("machine", []) != [here]:
        return {}
    last = next(reversed(tables), "")
    return {
        name: rows
        for name, rows in tables.items()
        if name == "verdicts" or (name != last and not any("broken off" in row for row in rows))
    }


def machine(gpu: Gpu) -> Row:
    """Return the machine and software that the figures were measured on."""
    return {
        "device": gpu.name,
        "capability": ".".join(map(str, gpu.capability)),
        "memory GiB": round(gpu.total_bytes / 2**30, 1),
        "driver": _said_by("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"),
        "torch": str(torch.__version__),
        "CUDA": str(torch.version.cuda),
        "Python": platform.python_version(),
        "code": _said_by("git", "-C", str(paths.ROOT), "describe", "--always", "--dirty"),
    }


def _said_by(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.split()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def matmuls(gpu: Gpu, out: Path) -> Iterator[Row]:
    """Time matmuls by the harness and by triton's do_bench, and draw the roofline."""
    works = []
    for size in SIZES:
        sets = {
            name: [torch.randn(size, size, device=gpu.device, dtype=dtype) for _ in "ab"]
            for name, dtype in DTYPES.items()
        }

        def refill(turn: int, sets: dict[str, list[torch.Tensor]] = sets) -> None:
            for pair in sets.values():
                for matrix in pair:
                    matrix.normal_()

        candidates: dict[str, Callable[[int], Any]] = {
            name: lambda turn, pair=pair: torch.matmul(*pair)  # type: ignore[misc]
            for name, pair in sets.items()
        }
        options: Any = {"rounds": REPEATS, "prepare": refill, "flush": gpu.flush}
        timings = interleave(candidates, gpu.clock, **options)
        for name, timing in timings.items():
            work = measured_matmul(f"{size}³ matmul", DTYPES[name], size, timing.median, gpu.name)
            works.append(work)
            yield {
                "what": f"{size}³ {name}",
                **_times(timing),
                "TFLOP/s": round(work.flop_per_sec / 1e12, 1),
                "MFU": _rounded(mfu(work)),
                "error of measurement": is_error(work),
                "÷ do_bench": _rounded(_against_do_bench(candidates[name], gpu)),
            }
        ratios = _ratios(timings["fp32"], timings["bf16"])
        yield {"what": f"{size}³ bf16 ÷ fp32 throughput", **_times(ratios)}
    x = torch.randn(ELEMENTS, device=gpu.device)
    add = interleave({"add": lambda turn: x + x}, gpu.clock, rounds=REPEATS, flush=gpu.flush)["add"]
    moved = 2 * 4 * x.numel()
    works.append(Measurement("add", "float32", gpu.name, x.numel(), add.median, bytes=moved))
    for work in works:
        print(describe(work))
    for suffix in ("svg", "png"):
        draw(works, out / f"roofline.{suffix}")


def _against_do_bench(call: Callable[[int], Any], gpu: Gpu) -> float | None:
    """Time a call by triton, then by the harness, while the chip is as hot."""
    try:
        from triton.testing import do_bench

        rep = int(HOT * 1e3)
        milliseconds = do_bench(lambda: call(0), warmup=100, rep=rep, return_mode="median")
    except Exception as error:  # no triton, or no C compiler for its driver
        print(f"no comparison with triton: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    theirs = milliseconds / 1e3
    options: Any = {"rounds": REPEATS, "warmup": int(HOT / theirs / 2), "flush": gpu.flush}
    return interleave({"own": call}, gpu.clock, **options)["own"].median / theirs


def steps(gpu: Gpu) -> Iterator[Row]:
    """Time the harness's step against itself: the spread that thresholds must leave room for."""
    from tests import test_cuda_mixed_precision as suite
    from tests.harness.plugin.inputs import Rng

    rng = Rng(0, "staff.benchmarks.gpu")
    rows = suite._rows_that_fit(gpu)
    batch: tuple[torch.Tensor, torch.Tensor] = suite._batch(rng, gpu, rows)

    def candidate(dtype: torch.dtype) -> Callable[[int], float]:
        model: nn.Module = suite._tower(1).to(gpu.device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
        return lambda turn: mixed_precision_step(model, *batch, optimizer, dtype)

    candidates = {"bf16": candidate(torch.bfloat16), "bf16 again": candidate(torch.bfloat16)}
    candidates["fp32"] = candidate(torch.float32)
    timings = interleave(candidates, HostClock(gpu.synchronize), rounds=REPEATS)
    own = timings["bf16"]
    for name, timing in timings.items():
        ratios = _ratios(timing, own)
        yield {
            "what": f"{name}, {rows} rows",
            **_times(timing),
            "÷ bf16": round(ratios.median, 3),
            "least ÷": round(min(ratios.seconds), 3),
            "most ÷": round(max(ratios.seconds), 3),
        }


def memory() -> Iterator[Row]:
    """Count each scenario on both devices: the CPU's model, and the allocator's own counters."""
    on_cpu = scenarios("cpu")
    for name, build in scenarios("cuda").items():
        build().call()  # allocates workspaces
        cpu, cuda = (_trace(each()) for each in (on_cpu[name], build))
        assert cuda.cuda is not None
        model = {"retained": cpu.retained_bytes, "peak": cpu.peak_bytes}
        yield {
            "what": name,
            **{f"CPU {key}": value for key, value in model.items()},
            **{f"CUDA {key}": cuda.cuda[key] for key in model},
            **{f"CUDA counted {key}": cuda.cuda[f"counted_{key}"] for key in model},
            "equal": all(cuda.cuda[key] == value for key, value in model.items()),
        }


def _trace(scenario: Any) -> Any:
    tracer = Tracer(scenario.arguments)
    with tracer:
        result = scenario.call()
    del result
    return tracer.trace


def copies(gpu: Gpu) -> Iterator[Row]:
    """Yield which copies return while the device is busy, and how long it is busy."""
    for kind in ("pinned", "pageable"):
        returned = [batch_returns_while_busy(gpu, kind, BUSY) for _ in range(REPEATS)]
        yield {"what": kind, "returned while busy": sum(returned), "of": REPEATS}
    cycles = int(_cycles_per_second() * BUSY)
    asleep = {"_sleep": lambda turn: torch.cuda._sleep(cycles)}
    yield {"what": f"{BUSY} s of work", **_times(interleave(asleep, gpu.clock, rounds=9)["_sleep"])}


def _ratios(above: Timing, below: Timing) -> Timing:
    """Return the ratio of each turn."""
    return Timing(tuple(a / b for a, b in zip(above.seconds, below.seconds, strict=True)))


def _times(timing: Timing) -> Row:
    return {
        "median": float(f"{timing.median:.4g}"),
        "quartiles apart": f"{timing.spread:.1%}",
        "least": float(f"{min(timing.seconds):.4g}"),
        "most": float(f"{max(timing.seconds):.4g}"),
        "repeats": len(timing.seconds),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _write(tables: dict[str, list[Row]], out: Path) -> None:
    write_whole(out / "gpu.json", json.dumps(tables, indent=1) + "\n")
    lines = []
    shown = {
        name: [{key: row[key] for key in row if key != "measured"} for row in rows]
        for name, rows in tables.items()
    }
    for name, rows in {**shown, "spreads": spreads(tables.get("verdicts", []))}.items():
        if rows:
            lines += ["", f"### {name}", "", *_markdown(rows)]
    write_whole(out / "gpu.md", "\n".join(lines[1:]) + "\n")


def _markdown(rows: list[Row]) -> Iterator[str]:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        cells = (str(row.get(key, "")).replace("|", "\\|") for key in columns)
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
