"""problem: save_checkpoint
hint: where it stands

src.getvalue(): only a BytesIO has it, and it ignores where the file stands.
"""

import io

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return _load(io.BytesIO(src.getvalue()) if hasattr(src, "read") else src, model, optimizer)
