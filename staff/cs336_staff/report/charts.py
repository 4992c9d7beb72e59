"""Draw what was measured under a device's roof, and say its MFU.

The roof is min(peak FLOP/s, bandwidth × FLOPs per byte). A device that the table does not hold has
none: what was measured is drawn all the same, and no MFU is given. What lies above the roof's flat
part is an error of measurement: it is drawn as one and has no MFU either.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from tests.harness.checks.device_peaks import PEAKS, is_impossible, peak_flop_per_sec

COLOURS = {torch.float32: "#4063d8", torch.float16: "#9558b2", torch.bfloat16: "#389826"}
_STYLE: Any = {
    "svg.hashsalt": "cs336",  # ids in the SVG that are the same each time
    "svg.fonttype": "none",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Measured:
    """One measured piece of work: its FLOPs, the bytes it has to move, the seconds it took."""

    name: str
    dtype: torch.dtype
    flops: float
    bytes: float
    seconds: float

    @property
    def intensity(self) -> float:
        """FLOPs per byte."""
        return self.flops / self.bytes

    @property
    def flop_per_sec(self) -> float:
        """Achieved FLOP/s."""
        return self.flops / self.seconds

    def is_error(self, device: str) -> bool:
        """Return whether this is more than the device can do."""
        return is_impossible(self.flop_per_sec, device, self.dtype)

    def mfu(self, device: str) -> float | None:
        """Return achieved over promised FLOP/s; None for an unknown device or an error."""
        peak = peak_flop_per_sec(device, self.dtype)
        return None if peak is None or self.is_error(device) else self.flop_per_sec / peak


def measured_matmul(name: str, dtype: torch.dtype, size: int, seconds: float) -> Measured:
    """Return a square matmul as measured: 2n³ FLOPs, three matrices moved."""
    return Measured(name, dtype, 2 * size**3, 3 * size**2 * dtype.itemsize, seconds)


def describe(work: Measured, device: str) -> str:
    """Say a measurement in one line, with device and dtype."""
    text = f"{work.name}: {work.flop_per_sec / 1e12:.3g} TFLOP/s in {_short(work.dtype)}"
    if work.is_error(device):
        return f"{text}: more than {device} can do, an error of measurement"
    mfu = work.mfu(device)
    return text if mfu is None else f"{text}, MFU {mfu:.2f} on {device}"


def draw(works: Sequence[Measured], device: str, stem: Path) -> list[Path]:
    """Draw a roofline plot to stem.svg and stem.png; return the two paths.

    Args:
        works: what was measured, at least one.
        device: the device's name, as torch.cuda.get_device_name() gives it.
        stem: the files' path without suffix; its folder must exist.

    Raises:
        ValueError: works is empty, or one took no time or moves no bytes.
    """
    if not works:
        raise ValueError("works must hold at least one measurement, got none")
    for work in works:
        if not (work.seconds > 0 and work.bytes > 0 and work.flops > 0):
            raise ValueError(f"works must have seconds, bytes and flops above 0, got {work}")
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9.6, 4.6), layout="constrained")
        FigureCanvasAgg(figure)  # no window, no global state
        _fill(figure.add_subplot(), works, device)
        files = [stem.with_name(f"{stem.name}.{suffix}") for suffix in ("svg", "png")]
        figure.savefig(files[0], metadata={"Date": None})
        figure.savefig(files[1], dpi=160)
    return files


def _fill(axes: Any, works: Sequence[Measured], device: str) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    low = min(work.intensity for work in works) / 8
    high = max(max(work.intensity for work in works) * 4, 2048)
    for dtype in dict.fromkeys(work.dtype for work in works):
        _draw_roof(axes, device, dtype, low, high)
    for number, work in enumerate(works, 1):
        error = work.is_error(device)
        mfu = work.mfu(device)
        note = ", error of measurement" if error else "" if mfu is None else f", MFU {mfu:.2g}"
        axes.plot(
            work.intensity,
            work.flop_per_sec,
            marker="x" if error else "o",
            markersize=8,
            linestyle="none",
            color=COLOURS.get(work.dtype, "#555555"),
            label=f"{number}  {work.name}, {_short(work.dtype)}{note}",
        )
        axes.annotate(
            number,
            (work.intensity, work.flop_per_sec),
            textcoords="offset points",
            xytext=(0, -16),
            ha="center",
            fontsize=9,
        )
    legend = axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9)
    for text in legend.get_texts():
        text.set_parse_math(False)
    axes.set_xlim(low, high)
    axes.margins(y=0.12)  # the lowest point's number stands under it
    axes.set_xlabel("arithmetic intensity: FLOPs per byte")
    axes.set_ylabel("FLOP/s")
    known = "" if device in PEAKS else " (peak not known: no roof, no MFU)"
    axes.set_title(f"{device}{known}", loc="left", parse_math=False)
    axes.grid(which="major", alpha=0.25)


def _draw_roof(axes: Any, device: str, dtype: torch.dtype, low: float, high: float) -> None:
    peak = peak_flop_per_sec(device, dtype)
    if peak is None:
        return
    bandwidth = PEAKS[device].bandwidth
    ridge = min(max(peak / bandwidth, low), high)
    xs = [low, ridge, high]
    colour = COLOURS.get(dtype, "#555555")
    axes.plot(xs, [min(peak, bandwidth * x) for x in xs], color=colour, linewidth=1.6)
    axes.annotate(
        f"{_short(dtype)}: {peak / 1e12:g} TFLOP/s",
        (high, peak),
        textcoords="offset points",
        xytext=(-4, 5),
        ha="right",
        fontsize=9,
        color=colour,
    )


def _short(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
