"""Batch dims are axes named by their place; an error names the shape at which it was found."""

import math
import re


def einsum_flops(pattern, a_shape, b_shape):
    found = re.fullmatch(r"([^,>]*),([^,>]*)->([^,>]*)", pattern)
    if not found:
        raise ValueError(f"pattern is {pattern!r}")
    a, b, output = map(str.split, found.groups())
    sizes = {}
    for label, axes, shape in (("a_shape", a, a_shape), ("b_shape", b, b_shape)):
        if "..." in axes:
            dots = axes.index("...")
            places = range(len(axes) - 1 - len(shape), 0)
            axes = [*axes[:dots], *places, *axes[dots + 1 :]]
        if len(axes) != len(shape) or min(shape, default=0) < 0:
            raise ValueError(f"{label} is {shape}, for {pattern!r}")
        for axis, size in zip(axes, map(int, shape)):
            earlier = sizes.setdefault(axis, size)
            if isinstance(axis, int) and earlier == 1:
                sizes[axis] = size
            elif size != earlier and not (isinstance(axis, int) and size == 1):
                raise ValueError(f"{label} is {shape}: another size of axis {axis} came before")
    if unknown := {*output} - {*a, *b}:
        raise ValueError(f"pattern is {pattern!r}: no operand has {unknown}")
    return 2 * math.prod(sizes.values())
