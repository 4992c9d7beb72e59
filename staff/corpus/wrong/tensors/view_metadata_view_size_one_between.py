"""problem: view_metadata
hint: dims of size 1 do not matter

Leaves dims of size 1 out after it has merged neighbours: one in between has kept them apart.
"""


def _merged(shape, strides):
    runs = []
    for size, stride in zip(shape, strides):
        if runs and runs[-1][1] == size * stride:
            runs[-1] = (runs[-1][0] * size, stride)
        else:
            runs.append((size, stride))
    return [run for run in runs if run[0] != 1]
