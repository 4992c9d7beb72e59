"""All windows first, then every step-th."""


def sliding_windows(x, size, step):
    for name, value, most in (("size", size, x.shape[-1]), ("step", step, float("inf"))):
        if not 0 < value <= most:
            raise TypeError(f"{name}: {value} is not from 1 to {most}")
    return x.movedim(-1, 0).unfold(0, size, 1).movedim(0, -2)[..., :: int(step), :]
