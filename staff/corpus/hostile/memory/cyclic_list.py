"""problem: cuda_allocated_bytes

Lists and dicts that contain themselves.
"""


def cuda_allocated_bytes(sizes):
    one, other = [], {}
    one.append(other)
    other["one"] = one
    one.append(one)
    return one
