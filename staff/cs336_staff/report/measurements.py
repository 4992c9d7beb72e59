"""What was measured of a submission on a GPU: a table's rows, and the roofline picture."""

import base64
import math
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from cs336_staff.report.charts import Measured

_IMAGE = Markup('<img src="data:image/svg+xml;base64,{}" alt="{}" width="672" height="442">')


def throughput(measured: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return each measured work as a row of words: work, dtype, ms, own ms, TFLOP/s, MFU.

    Args:
        measured: name, dtype, device, flops and seconds of each, as the harness notes them; own is
            the harness's own time.
    """
    return [
        {
            "work": row["name"],
            "dtype": row["dtype"],
            "ms": f"{1e3 * row['seconds']:.3g}",
            "own_ms": f"{1e3 * row['own']:.3g}" if "own" in row else "",
            "tflops": f"{work.flop_per_sec / 1e12:.3g}",
            "mfu": "" if (mfu := work.mfu(row["device"])) is None else f"{mfu:.2f}",
        }
        for row, work in zip(measured, _works(measured), strict=True)
    ]


def roofline(measured: list[dict[str, Any]]) -> Markup:
    """Return the picture as an HTML image, and in its text what it shows; empty without a GPU.

    Args:
        measured: as for `throughput`; what has bytes is drawn.
    """
    drawn = [row for row in measured if "bytes" in row]
    if not drawn:
        return Markup()
    from cs336_staff.report.charts import describe, draw

    device, works = str(drawn[0]["device"]), _works(drawn)
    with tempfile.TemporaryDirectory() as folder:
        svg, _ = draw(works, device, Path(folder) / "roofline")
        data = base64.b64encode(svg.read_bytes()).decode()
    told = "; ".join(describe(work, device) for work in works)
    return _IMAGE.format(data, f"Roofline of {device}. {told}")


def _works(measured: list[dict[str, Any]]) -> "list[Measured]":
    if not measured:
        return []
    import torch  # slow to load, and seldom needed

    from cs336_staff.report.charts import Measured

    return [
        Measured(
            row["name"],
            getattr(torch, row["dtype"]),
            row["flops"],
            row.get("bytes", math.nan),
            row["seconds"],
        )
        for row in measured
    ]
