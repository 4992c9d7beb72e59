"""The names of the arguments are in a note that is added to the error."""

import contextlib
import itertools
import math


@contextlib.contextmanager
def _noted(**arguments):
    try:
        yield
    except ValueError as error:
        error.add_note("arguments: " + ", ".join(f"{k}={v!r}" for k, v in arguments.items()))
        raise


def _natural(n):
    if n < 0:
        raise ValueError("a size is negative")
    return int(n)


def mlp_forward_flops(batch, dims):
    with _noted(batch=batch, dims=list(dims)):
        b, d = _natural(batch), [_natural(n) for n in dims]
        if not d:
            raise ValueError("there is no width at all")
        return sum(2 * b * math.prod(pair) for pair in itertools.pairwise(d))
