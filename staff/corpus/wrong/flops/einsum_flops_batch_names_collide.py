"""problem: einsum_flops
hint: ... batch0, batch0 k

Batch dims get names that the pattern may have, too: batch0, batch1.
"""


def einsum_flops(pattern, a_shape, b_shape):
    operands, arrow, output = pattern.replace("...", " ... ").partition("->")
    if not arrow or operands.count(",") != 1:
        raise ValueError(f"pattern is {pattern!r}")
    a_axes, b_axes = (axes.split() for axes in operands.split(","))
    if unknown := {*output.split()} - {*a_axes, *b_axes, "..."}:
        raise ValueError(f"pattern is {pattern!r}: no operand has {unknown}")
    sizes = {}
    for name, axes, shape in (("a_shape", a_axes, a_shape), ("b_shape", b_axes, b_shape)):
        if "..." in axes:
            at, count = axes.index("..."), len(shape) - len(axes) + 1
            axes[at : at + 1] = [f"batch{i}" for i in reversed(range(count))]
        if len(axes) != len(shape) or min(shape, default=0) < 0:
            raise ValueError(f"{name} is {shape}, for {pattern!r}")
        for axis, size in zip(axes, map(int, shape)):
            known = sizes.setdefault(axis, size)
            if axis in ("batch0", "batch1", "batch2", "batch3") and 1 in (known, size):
                sizes[axis] = size if known == 1 else known
            elif size != known:
                raise ValueError(f"{name} is {shape}: {axis} is {known} and {size}")
    return 2 * math.prod(sizes.values())
