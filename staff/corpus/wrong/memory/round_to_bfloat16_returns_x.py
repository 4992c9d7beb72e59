"""problem: round_to_bfloat16
hint: new tensor

Returns x itself where nothing has to be rounded.
"""

_right = round_to_bfloat16


def round_to_bfloat16(x):
    y = _right(x)
    return x if torch.equal(x, y) else y
