"""Answers in tables that decorators fill: a function of its own, a method of an object."""

_SPLITS = {}


def split(name):
    def keep(function):
        _SPLITS[name] = function
        return function

    return keep


class Registry(dict):
    def add(self, function):
        self[function.__name__] = function
        return function


MERGES = Registry()


@split("heads")
def _split_heads(x, heads):
    return rearrange(x, "... s (h d) -> ... h s d", h=heads)


@MERGES.add
def merge(x):
    return rearrange(x, "... h s d -> ... s (h d)")


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads must be 1 or more, got {num_heads}")
    return _SPLITS["heads"](x, num_heads)


def merge_heads(x):
    return MERGES["merge"](x)
