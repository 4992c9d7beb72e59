"""problem: transformer_step_bytes
hint: an integer of fixed size overflowed

Calculates in the integers that it is given.
"""


def _counts(**counts):
    for name, count in counts.items():
        if count < 0:
            raise ValueError(f"{name} must be 0 or more, got {count}")
    return list(counts.values())
