"""The roofline picture of what was measured of a submission on a GPU."""

import base64
import tempfile
from pathlib import Path
from typing import Any

from markupsafe import Markup

_IMAGE = Markup('<img src="data:image/svg+xml;base64,{}" alt="{}" width="672" height="442">')


def roofline(measured: list[dict[str, Any]]) -> Markup:
    """Return the picture as an HTML image, and in its text what it shows; empty without a GPU.

    Args:
        measured: name, dtype, device, flops and seconds of each, as the harness notes them, and the
            bytes of what is drawn.
    """
    drawn = [row for row in measured if "bytes" in row]
    if not drawn:
        return Markup()
    import torch  # slow to load, and seldom needed

    from cs336_staff.roofline import Measured, describe, draw

    device = str(drawn[0]["device"])
    works = [
        Measured(
            row["name"], getattr(torch, row["dtype"]), row["flops"], row["bytes"], row["seconds"]
        )
        for row in drawn
    ]
    with tempfile.TemporaryDirectory() as folder:
        svg, _ = draw(works, device, Path(folder) / "roofline")
        data = base64.b64encode(svg.read_bytes()).decode()
    told = "; ".join(describe(work, device) for work in works)
    return _IMAGE.format(data, f"Roofline of {device}. {told}")
