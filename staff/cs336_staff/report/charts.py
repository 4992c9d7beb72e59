"""Draw measurements under a device's roof, and compute their MFU.

The roof is min(peak FLOP/s, bandwidth × FLOPs per byte). For an unknown device there is neither a
roof nor an MFU, only the points. A throughput above the peak is an error of measurement: it is
drawn as one, and has no MFU.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from tests.harness.checks.device_peaks import PEAKS, is_impossible, peak_flop_per_sec
from tests.harness.plugin.scores import Measurement

COLOURS = {"float32": "#4063d8", "float16": "#9558b2", "bfloat16": "#389826"}
_STYLE: Any = {
    "svg.hashsalt": "cs336",  # ids in the SVG that are the same each time
    "svg.fonttype": "none",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def measured_matmul(
    name: str, dtype: torch.dtype, size: int, seconds: float, device: str
) -> Measurement:
    """Return the measurement of a square matmul: 2n³ FLOPs, three matrices moved."""
    moved = 3 * size**2 * dtype.itemsize
    return Measurement(
        name, str(dtype).removeprefix("torch."), device, 2 * size**3, seconds, bytes=moved
    )


def is_error(work: Measurement) -> bool:
    """Return whether a throughput is more than the device can do."""
    return is_impossible(work.flop_per_sec, work.device, getattr(torch, work.dtype))


def mfu(work: Measurement) -> float | None:
    """Return achieved over promised FLOP/s; None for an unknown device or an error."""
    peak = peak_flop_per_sec(work.device, getattr(torch, work.dtype))
    return None if peak is None or is_error(work) else work.flop_per_sec / peak


def describe(work: Measurement) -> str:
    """Describe a measurement in one line, with device and dtype."""
    text = f"{work.name}: {work.flop_per_sec / 1e12:.3g} TFLOP/s in {work.dtype}"
    if is_error(work):
        return f"{text}: more than {work.device} can do, an error of measurement"
    fraction = mfu(work)
    return text if fraction is None else f"{text}, MFU {fraction:.2f} on {work.device}"


def draw(works: Sequence[Measurement], file: Path) -> None:
    """Draw a roofline plot to a file, in the format that its suffix says: .svg or .png.

    Args:
        works: measurements of one device, at least one, each with its bytes.
        file: the file; its folder must exist.

    Raises:
        ValueError: works is empty, or one took no time or moves no bytes.
    """
    if not works:
        raise ValueError("works must hold at least one measurement, got none")
    for work in works:
        if not (work.seconds > 0 and (work.bytes or 0) > 0 and work.flops > 0):
            raise ValueError(f"works must have seconds, bytes and flops above 0, got {work}")
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        if file.suffix == ".svg":
            _figure(works).savefig(file, metadata={"Date": None})
        else:
            _figure(works).savefig(file, dpi=160)


def _figure(works: Sequence[Measurement]) -> Any:
    """Return the plot, with a legend below it of a line for each work.

    The places are fixed, because to compute them takes as long as to draw twice.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, plot, above, below = 7.0, 3.4, 0.4, 0.7 + 0.2 * len(works)  # inches
    height = above + plot + below
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)  # no window, no global state
    _fill(figure.add_axes((0.8 / width, below / height, 6 / width, plot / height)), works)
    return figure


def _intensity(work: Measurement) -> float:
    """Return FLOPs per byte."""
    assert work.bytes
    return work.flops / work.bytes


def _fill(axes: Any, works: Sequence[Measurement]) -> None:
    from matplotlib.ticker import EngFormatter

    device = works[0].device
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    low = min(map(_intensity, works)) / 8
    high = max(max(map(_intensity, works)) * 4, 2048)
    for dtype in dict.fromkeys(work.dtype for work in works):
        _draw_roof(axes, device, dtype, low, high)
    for number, work in enumerate(works, 1):
        error, fraction, place = is_error(work), mfu(work), (_intensity(work), work.flop_per_sec)
        note = "" if fraction is None else f", MFU {fraction:.2g}"
        axes.plot(
            *place,
            marker="x" if error else "o",
            markersize=8,
            linestyle="none",
            color=COLOURS.get(work.dtype, "#555555"),
            label=f"{number}  {work.name}, {work.dtype}"
            + (", error of measurement" if error else note),
        )
        axes.annotate(
            number,
            place,
            textcoords="offset points",
            xytext=(0, -16),
            ha="center",
            fontsize=9,
        )
    legend = axes.legend(
        loc="upper left", bbox_to_anchor=(0, -0.16), borderaxespad=0, frameon=False, fontsize=9
    )
    for text in legend.get_texts():
        text.set_parse_math(False)
    axes.set_xlim(low, high)
    axes.margins(y=0.12)  # the lowest point's number is under it
    # Matplotlib's own labels are formulas: harder to read, and slow to set.
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}" if x >= 1 else f"1/{1 / x:g}")
    axes.yaxis.set_major_formatter(EngFormatter(sep=""))
    axes.minorticks_off()
    axes.set_xlabel("arithmetic intensity: FLOPs per byte")
    axes.set_ylabel("FLOP/s")
    known = "" if device in PEAKS else " (peak not known: no roof, no MFU)"
    axes.set_title(f"{device}{known}", loc="left", parse_math=False)
    axes.grid(which="major", alpha=0.25)


def _draw_roof(axes: Any, device: str, dtype: str, low: float, high: float) -> None:
    peak = peak_flop_per_sec(device, getattr(torch, dtype))
    if peak is None:
        return
    bandwidth = PEAKS[device].bandwidth
    ridge = min(max(peak / bandwidth, low), high)
    xs = [low, ridge, high]
    colour = COLOURS.get(dtype, "#555555")
    axes.plot(xs, [min(peak, bandwidth * x) for x in xs], color=colour, linewidth=1.6)
    axes.annotate(
        f"{dtype}: {peak / 1e12:g} TFLOP/s",
        (high, peak),
        textcoords="offset points",
        xytext=(-4, 5),
        ha="right",
        fontsize=9,
        color=colour,
    )
