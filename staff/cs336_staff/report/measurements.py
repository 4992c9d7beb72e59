"""What was measured of a submission on a GPU: a table's rows, and the roofline picture.

charts is imported where there is something to draw: it loads torch, which the commands do without.
"""

import base64
import math
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from tests.harness.plugin.scores import Measurement

if TYPE_CHECKING:
    from cs336_staff.report.charts import Measured

_IMAGE = Markup('<img src="data:image/svg+xml;base64,{}" alt="{}" width="672" height="442">')


@dataclass(frozen=True)
class ThroughputRow:
    """One measured work, in words; `mfu` is "" where it is not known."""

    work: str
    dtype: str
    ms: str
    own_ms: str
    tflops: str
    mfu: str


def throughput(measured: list[Measurement]) -> list[ThroughputRow]:
    """Return each measured work as a row of words."""
    return [
        ThroughputRow(
            work=row.name,
            dtype=row.dtype,
            ms=f"{1e3 * row.seconds:.3g}",
            own_ms="" if row.own is None else f"{1e3 * row.own:.3g}",
            tflops=f"{work.flop_per_sec / 1e12:.3g}",
            mfu="" if (mfu := work.mfu(row.device)) is None else f"{mfu:.2f}",
        )
        for row, work in zip(measured, _works(measured), strict=True)
    ]


def roofline(measured: list[Measurement]) -> Markup:
    """Return the picture as an HTML image, described in its text; empty without a GPU.

    Only work whose bytes are known is drawn.
    """
    drawn = [row for row in measured if row.bytes is not None]
    if not drawn:
        return Markup()
    from cs336_staff.report.charts import describe, draw

    device, works = drawn[0].device, _works(drawn)
    with tempfile.TemporaryDirectory() as folder:
        svg, _ = draw(works, device, Path(folder) / "roofline")
        data = base64.b64encode(svg.read_bytes()).decode()
    description = "; ".join(describe(work, device) for work in works)
    return _IMAGE.format(data, f"Roofline of {device}. {description}")


def _works(measured: list[Measurement]) -> "list[Measured]":
    if not measured:
        return []
    import torch

    from cs336_staff.report.charts import Measured

    return [
        Measured(
            row.name,
            getattr(torch, row.dtype),
            row.flops,
            math.nan if row.bytes is None else row.bytes,
            row.seconds,
        )
        for row in measured
    ]
