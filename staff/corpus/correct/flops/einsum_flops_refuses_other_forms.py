"""Refuses what einops refuses: parentheses, numbers for names, dots and output axes given twice."""

_any = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    for part in pattern.replace("->", ",").split(","):
        axes = part.replace("...", " ... ").split()
        named = all(axis == "..." or axis.isidentifier() for axis in axes)
        if not named or axes.count("...") > 1:
            raise ValueError(f"pattern {pattern!r} has {part!r}")
    output = pattern.split("->")[-1].split()
    if len({*output}) < len(output):
        raise ValueError(f"pattern {pattern!r} repeats an output axis")
    return _any(pattern, a_shape, b_shape)
