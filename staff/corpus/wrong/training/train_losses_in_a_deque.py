"""problem: train

Losses in a deque.
"""

from collections import deque

_all = train


def train(*args):
    r = _all(*args)
    return {**r, "losses": deque(r["losses"])}
