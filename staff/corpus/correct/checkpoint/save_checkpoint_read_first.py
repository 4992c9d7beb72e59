"""Reads the file into memory before torch sees it."""

import io
from pathlib import Path


def load_checkpoint(src, model, optimizer):
    data = src.read() if hasattr(src, "read") else Path(src).read_bytes()
    checkpoint = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
