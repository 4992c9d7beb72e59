"""problem: transformer_step_bytes

Calculates in the integers that it is given.
"""


def _counts(**counts):
    for name, count in counts.items():
        if count < 0:
            raise ValueError(f"{name} must be 0 or more, got {count}")
    return list(counts.values())
