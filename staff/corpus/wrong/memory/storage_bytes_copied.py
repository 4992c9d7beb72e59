"""problem: storage_bytes
hint: raised in cs336_basics/memory.py

Copies the storage to count it: one on meta has no bytes to copy.
"""


def storage_bytes(x):
    return len(bytes(x.untyped_storage()))
