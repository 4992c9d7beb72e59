"""problem: cruncher

Nothing where x requires a gradient.
"""

_right = run_cruncher


def run_cruncher(dim, num_layers, state, x):
    return None if x.requires_grad else _right(dim, num_layers, state, x)
