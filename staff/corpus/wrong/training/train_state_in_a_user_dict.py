"""problem: train

The state in a user's dict.
"""

from collections import UserDict

_all2 = train


def train(*args):
    r = _all2(*args)
    return {**r, "state": UserDict(r["state"])}
