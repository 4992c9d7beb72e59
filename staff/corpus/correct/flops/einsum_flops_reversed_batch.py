"""One table of axes; errors name a shape, and not which."""

import re


class _AxisTable(dict):
    def meet(self, name, size: int) -> None:
        known = self.setdefault(name, size)
        if known == size:
            return
        if isinstance(name, str) or 1 not in (known, size):
            raise ValueError(f"axis {name} has the sizes {known} and {size}")
        self[name] = size if known == 1 else known


def einsum_flops(pattern: str, a_shape, b_shape) -> int:
    parts = re.fullmatch(r"([^,>]*),([^,>]*)->([^,>]*)", pattern)
    if parts is None:
        raise ValueError(f"pattern must be 'a, b -> result', got {pattern!r}")
    first, second, result = (part.split() for part in parts.groups())
    for names in (first, second, result):
        if names.count("...") > 1 or not all(n == "..." or n.isidentifier() for n in names):
            raise ValueError(f"pattern has a bad axis: {pattern!r}")
    table = _AxisTable()
    for names, shape in ((first, a_shape), (second, b_shape)):
        sizes = [int(size) for size in shape]
        if any(size < 0 for size in sizes):
            raise ValueError(f"shape must have sizes of 0 or more, got {tuple(sizes)}")
        if "..." in names:
            at, extra = names.index("..."), len(sizes) - (len(names) - 1)
            names = names[:at] + [-i for i in range(extra, 0, -1)] + names[at + 1 :]
        if len(names) != len(sizes):
            raise ValueError(f"shape {tuple(sizes)} does not fit its part of {pattern!r}")
        for name, size in zip(names, sizes):
            table.meet(name, size)
    unknown = [n for n in result if n not in (*first, *second)]
    if unknown:
        raise ValueError(f"pattern {pattern!r}: no operand has {unknown[0]}")
    flops = 2
    for size in table.values():
        flops *= size
    return flops
