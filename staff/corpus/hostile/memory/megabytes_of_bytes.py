"""problem: storage_bytes

A hundred megabytes where a number is awaited: whoever says them in words needs five times as much.
"""


def storage_bytes(x):
    return bytes(100 * 2**20)
