"""problem: sliding_windows
hint: ValueError

unfold's own RuntimeErrors, and a size of 0 that passes.
"""


def sliding_windows(x, size, step):
    return x.unfold(-1, size, step)
