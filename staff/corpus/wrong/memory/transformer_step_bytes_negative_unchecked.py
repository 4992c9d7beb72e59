"""problem: transformer_step_bytes
hint: expected ValueError

Takes negative sizes.
"""


def _counts(**counts):
    return [int(count) for count in counts.values()]
