"""problem: view_metadata
hint: dims that follow on each other merge

Merging two dims takes the size of the first run of dims in the place of its own.
"""


def _merged(shape, strides):
    runs = []
    for size, stride in zip(shape, strides):
        if runs and runs[-1][1] == size * stride:
            runs[-1] = (runs[0][0] * size, stride)
        elif size != 1:
            runs.append((size, stride))
    return runs
