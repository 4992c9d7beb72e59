"""A dict of sizes, the batch dims apart."""

import math
import re


def einsum_flops(pattern, a_shape, b_shape):
    match = re.fullmatch(r"([^,>]*),([^,>]*)->([^,>]*)", pattern)
    if match is None:
        raise ValueError(f"cannot read the pattern {pattern!r}")
    names, batches = {}, []
    for text, shape in ((match[1], tuple(map(int, a_shape))), (match[2], tuple(map(int, b_shape)))):
        axes = text.split()
        if axes.count("...") == 1:
            before = axes.index("...")
            after = len(axes) - before - 1
            if len(shape) < before + after:
                raise ValueError(f"pattern {pattern!r}: {shape} has too few dims")
            batches.append(shape[before : len(shape) - after])
            if min(batches[-1], default=0) < 0:
                raise ValueError(f"pattern {pattern!r}: {shape} has a negative size")
            axes = axes[:before] + axes[before + 1 :]
            shape = shape[:before] + shape[len(shape) - after :]
        if len(axes) != len(shape):
            raise ValueError(f"pattern {pattern!r}: {shape} does not have the axes {axes}")
        for axis, size in zip(axes, shape):
            if size < 0 or names.setdefault(axis, size) != size:
                raise ValueError(
                    f"pattern {pattern!r}: axis {axis} is {names.get(axis)} and {size}"
                )
    allowed = set(names) | {"..."}
    if unknown := [axis for axis in match[3].split() if axis not in allowed]:
        raise ValueError(f"pattern {pattern!r} has the output axes {unknown} of no operand")
    total = 2
    longest = max(map(len, batches), default=0)
    padded = [(1,) * (longest - len(batch)) + batch for batch in batches]
    for sizes in zip(*padded):
        others = {size for size in sizes if size != 1}
        if len(others) > 1:
            raise ValueError(f"pattern {pattern!r}: batch dims {batches} do not broadcast")
        total *= others.pop() if others else 1
    return total * math.prod(names.values())
