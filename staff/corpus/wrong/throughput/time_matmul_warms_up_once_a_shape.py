"""problem: time_matmul
hint: at a second call

Takes what was multiplied before in these shapes for warm.
"""

timed = time_matmul
warm = set()


def time_matmul(a, b, warmup, repeats):
    shapes = a.shape, b.shape, a.dtype
    seconds = timed(a, b, 0 if warmup > 0 and shapes in warm else warmup, repeats)
    warm.add(shapes)
    return seconds
