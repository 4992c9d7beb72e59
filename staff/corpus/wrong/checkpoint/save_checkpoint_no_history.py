"""problem: save_checkpoint
hint: history

Param groups without the optimizer's history.
"""

import collections

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    optimizer.state = collections.defaultdict(dict)
    return iteration
