"""A table of axes, whose errors name the axis and not an argument."""

import re
from collections.abc import Sequence


class _Axes(dict):
    def note(self, axis, size: int) -> None:
        known = self.get(axis, size)
        if known != size:
            batch = isinstance(axis, int)
            if not batch or 1 not in (known, size):
                raise ValueError(f"axis {axis!r} has two sizes, {known} and {size}")
            size = known if size == 1 else size
        self[axis] = size


def _place(part: str, shape: tuple[int, ...], axes: _Axes) -> None:
    names = part.split()
    if names.count("...") > 1 or any(size < 0 for size in shape):
        raise ValueError(f"shape {shape} or its axes {part!r} are not valid")
    if "..." in names:
        where = names.index("...")
        dots = len(shape) - (len(names) - 1)
        if dots < 0:
            raise ValueError(f"shape {shape} has too few dims for {part!r}")
        names[where : where + 1] = range(-dots, 0)
    if len(names) != len(shape):
        raise ValueError(f"shape {shape} has not the dims of {part!r}")
    for axis, size in zip(names, shape):
        axes.note(axis, size)


def einsum_flops(pattern: str, a_shape: Sequence[int], b_shape: Sequence[int]) -> int:
    name = r"(?:[A-Za-z_]\w*|\.\.\.)"
    names = rf"\s*(?:{name}(?:\s+{name})*)?\s*"
    parsed = re.fullmatch(rf"({names}),({names})->({names})", pattern)
    if parsed is None:
        raise ValueError(f"pattern must be like 'a b, b c -> a c', got {pattern!r}")
    axes = _Axes()
    _place(parsed[1], tuple(map(int, a_shape)), axes)
    _place(parsed[2], tuple(map(int, b_shape)), axes)
    for axis in parsed[3].split():
        if axis != "..." and axis not in axes:
            raise ValueError(f"pattern {pattern!r} names {axis!r} in the result only")
    flops = 2
    for size in axes.values():
        flops *= size
    return flops
