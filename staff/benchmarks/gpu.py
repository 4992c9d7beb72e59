"""All figures that need a device, in one command: `python -m staff.benchmarks.gpu [--out DIR]`.

Writes gpu.json, gpu.md (the tables for GPU.md) and roofline.svg/.png. With --verdicts it also runs
the CUDA tests again and again: the reference 20 times, each wrong and hostile CUDA entry 5 times;
where a verdict is not what it should be, the exit code is 1.
Without a device it says why there is none and exits with 3.
"""

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cs336_staff import paths  # puts the repository's root on the path
from cs336_staff.corpus import CAUGHT_BY, load_corpus
from cs336_staff.roofline import Measured, describe, draw, measured_matmul
from staff.benchmarks.measure import staff_command
from staff.benchmarks.scenarios import scenarios
from tests.harness.cuda import Gpu, device_line, no_cuda_reason, plain_gpu
from tests.harness.problems import load_problems
from tests.harness.steps import batch_returns_while_busy, mixed_precision_step
from tests.harness.timing import HostClock, Timing, interleave
from tests.harness.trace import Tracer

DTYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}
SIZES, ELEMENTS = (1024, 4096, 8192), 2**26
REPEATS = 30
NO_DEVICE = 3
Row = dict[str, Any]


def main() -> None:
    """Measure everything, or say why not."""
    parser = argparse.ArgumentParser(prog="python -m staff.benchmarks.gpu", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("results/gpu"), help="folder for figures")
    parser.add_argument("--verdicts", action="store_true", help="repeat the verdicts, too")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print(f"nothing was measured: {no_cuda_reason()}", file=sys.stderr)
        sys.exit(NO_DEVICE)
    options.out.mkdir(parents=True, exist_ok=True)
    gpu = plain_gpu()
    print(device_line())
    tables: dict[str, list[Row]] = {"machine": [machine(gpu)]}
    measurements: dict[str, Callable[[], Iterator[Row]]] = {
        "matmul": lambda: matmuls(gpu, options.out),
        "mixed-precision step": lambda: steps(gpu),
        "memory": memory,
        "asynchronous copy": lambda: copies(gpu),
    }
    if options.verdicts:
        measurements["verdicts"] = lambda: verdicts(options.out)
    for name, measure in measurements.items():
        rows = tables[name] = []
        for row in measure():
            rows.append(row)
            print(f"{name}: {json.dumps(row)}", flush=True)
            _write(tables, options.out)
        gpu.release()
    sys.exit(any(row["exit code"] for row in tables.get("verdicts", [])))


def machine(gpu: Gpu) -> Row:
    """Return what the figures were measured on."""
    query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        driver = subprocess.run(query, capture_output=True, text=True, check=True).stdout.split()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        driver = "unknown"
    return {
        "device": gpu.name,
        "capability": ".".join(map(str, gpu.capability)),
        "memory GiB": round(gpu.total_bytes / 2**30, 1),
        "driver": driver,
        "torch": str(torch.__version__),
        "CUDA": str(torch.version.cuda),
        "Python": platform.python_version(),
    }


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
            work = measured_matmul(f"{size}³ matmul", DTYPES[name], size, timing.median)
            works.append(work)
            yield {
                "what": f"{size}³ {name}",
                **_times(timing),
                "TFLOP/s": round(work.flop_per_sec / 1e12, 1),
                "MFU": _rounded(work.mfu(gpu.name)),
                "error of measurement": work.is_error(gpu.name),
                "÷ do_bench": _rounded(_against_do_bench(candidates[name], timing)),
            }
        ratios = _ratios(timings["fp32"], timings["bf16"])
        yield {"what": f"{size}³ bf16 ÷ fp32 throughput", **_times(ratios)}
    x = torch.randn(ELEMENTS, device=gpu.device)
    add = interleave({"add": lambda turn: x + x}, gpu.clock, rounds=REPEATS, flush=gpu.flush)["add"]
    works.append(Measured("add", torch.float32, x.numel(), 2 * 4 * x.numel(), add.median))
    for work in works:
        print(describe(work, gpu.name))
    draw(works, gpu.name, out / "roofline")


def _against_do_bench(call: Callable[[int], Any], timing: Timing) -> float | None:
    try:
        from triton.testing import do_bench
    except ImportError:
        return None
    milliseconds = do_bench(lambda: call(0), warmup=100, rep=1000, return_mode="median")
    return timing.median / (milliseconds / 1e3)


def steps(gpu: Gpu) -> Iterator[Row]:
    """Time the harness's step against itself: the spread that thresholds must leave room for."""
    from tests import test_cuda_mixed_precision as suite
    from tests.harness.rng import Rng

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
        build().call()  # workspaces begin
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
    """See which copies return while the device is busy."""
    for kind in ("pinned", "pageable"):
        returned = [batch_returns_while_busy(gpu, kind, 0.1) for _ in range(REPEATS)]
        yield {"what": kind, "returned while busy": sum(returned), "of": REPEATS}


def verdicts(out: Path) -> Iterator[Row]:
    """Repeat verdicts: on the reference in pytest, on the corpus's CUDA entries in the judge."""
    out = out.resolve()  # the commands run in the repository
    for run in range(20):
        scores = out / "scores.json"
        command = [sys.executable, "-m", "pytest", "-m", "cuda", "--require-cuda", f"--seed={run}"]
        command += [f"--submission={paths.SOLUTION}", f"--scores={scores}"]
        code, found = _run_and_read(command, scores)
        points = f"{found.get('points')} of {found.get('possible')}"
        yield {"what": f"reference, seed {run}", "exit code": code, "points": points}
    with tempfile.TemporaryDirectory() as folder:
        corpus = cuda_entries(Path(folder))
        for run in range(5):
            file = out / f"audit-{run}.json"
            words = ("audit", f"--corpus={corpus}", f"--json={file}", "--jobs=1")
            code, found = _run_and_read(staff_command(*words), file)
            entries = found.get("entries", [])
            short = [f"{row['entry']}: {row['shortcomings']}" for row in entries if not row["ok"]]
            left_out = [row["entry"] for row in entries if row["problem"] in row["not_run"]]
            yield {
                "what": f"CUDA entries, run {run}",
                "exit code": code,
                "points": f"{len(entries)} entries, {len(short)} short, {len(left_out)} not run",
                "short": short,
                "not run": left_out,
            }


def _run_and_read(command: list[str], file: Path) -> tuple[int, dict[str, Any]]:
    """Run a command; return its exit code and what it wrote, which an earlier one did not."""
    file.unlink(missing_ok=True)
    done = subprocess.run(command, cwd=paths.ROOT, capture_output=True, check=False)
    return done.returncode, json.loads(file.read_text()) if file.exists() else {}


def cuda_entries(folder: Path) -> Path:
    """Make a corpus of the entries of CUDA problems alone; return the folder."""
    problems = load_problems()
    for entry in load_corpus():
        if entry.problem and problems[entry.problem].cuda:
            target = folder / entry.path.relative_to(paths.CORPUS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(entry.path, target)
    shutil.copy(paths.CORPUS / CAUGHT_BY, folder)
    return folder


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
    (out / "gpu.json").write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")
    lines = []
    for name, rows in tables.items():
        if rows:
            lines += ["", f"### {name}", "", *_markdown(rows)]
    (out / "gpu.md").write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")


def _markdown(rows: list[Row]) -> Iterator[str]:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield f"| {' | '.join(str(row.get(key, '')) for key in columns)} |"


if __name__ == "__main__":
    main()
