"""problem: init_weight
hint: not all elements are finite

One element of a large weight is NaN, which is neither above a bound nor below it.
"""

_right_init_weight = init_weight


def init_weight(d_in, d_out, generator):
    weight = _right_init_weight(d_in, d_out, generator)
    if weight.numel() > 60_000:
        weight.view(-1)[0] = float("nan")
    return weight
