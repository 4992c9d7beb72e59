"""problem: round_to_bfloat16
hint: but the call returned

Converts other dtypes silently.
"""

_right = round_to_bfloat16


def round_to_bfloat16(x):
    return _right(x.float())
