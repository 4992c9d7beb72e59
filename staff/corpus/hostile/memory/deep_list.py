"""problem: storage_bytes

A list nested half a million deep.
"""


def storage_bytes(x):
    inner = []
    for _ in range(500_000):
        inner = [inner]
    return inner
