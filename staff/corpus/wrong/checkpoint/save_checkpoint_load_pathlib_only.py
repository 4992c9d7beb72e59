"""problem: save_checkpoint
hint: os.PathLike is more than pathlib

Loads from a str or Path; anything else is read as a file object.
"""

import io
import pathlib

_right_load_checkpoint = load_checkpoint


def load_checkpoint(src, model, optimizer):
    if not isinstance(src, (str, pathlib.Path)):
        src = io.BytesIO(src.read())
    return _right_load_checkpoint(src, model, optimizer)
