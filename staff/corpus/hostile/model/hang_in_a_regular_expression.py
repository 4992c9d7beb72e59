"""problem: init_weight

Compute for ever in C without giving other threads a turn.
"""

import re


def init_weight(d_in, d_out, generator):
    return re.match(r"(a+)+$", "a" * 200 + "b")
