"""problem: storage_bytes

A list that is small on the wire and a gigabyte in words.
"""


def storage_bytes(x):
    return [["a" * 2**24]] * 100
