"""problem: save_checkpoint
hint: ended the process

Ends the process when the checkpoint does not fit.
"""

import sys

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    try:
        return _load(src, model, optimizer)
    except ValueError as error:
        sys.exit(str(error))
