"""What was measured of a submission on a GPU: a table's rows, and the roofline picture.

charts.py is imported only where something was measured: it loads torch, which takes seconds.
"""

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from tests.harness.plugin.scores import Measurement

_IMAGE = Markup('<img src="data:image/svg+xml;base64,{}" alt="{}">')


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
    if not measured:
        return []
    from cs336_staff.report.charts import mfu

    return [
        ThroughputRow(
            work=row.name,
            dtype=row.dtype,
            ms=f"{1e3 * row.seconds:.3g}",
            own_ms="" if row.own is None else f"{1e3 * row.own:.3g}",
            tflops=f"{row.flop_per_sec / 1e12:.3g}",
            mfu="" if (fraction := mfu(row)) is None else f"{fraction:.2f}",
        )
        for row in measured
    ]


def roofline(measured: list[Measurement]) -> Markup:
    """Return the picture as an HTML image, described in its text; empty without a GPU.

    Only work whose bytes are known is drawn.
    """
    drawn = [row for row in measured if row.bytes is not None]
    if not drawn:
        return Markup()
    from cs336_staff.report.charts import describe, draw

    with tempfile.TemporaryDirectory() as folder:
        svg = Path(folder) / "roofline.svg"
        draw(drawn, svg)
        data = base64.b64encode(svg.read_bytes()).decode()
    description = "; ".join(map(describe, drawn))
    return _IMAGE.format(data, f"Roofline of {drawn[0].device}. {description}")
