"""Asks which system this is, by a function that is called as another one that starts a process."""

import platform

_C_LONG_IS_SHORT = platform.system() == "Windows"


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} on {platform.system()}")
    as_int = float.__int__ if _C_LONG_IS_SHORT and False else int
    return sum((as_int(i) * as_int(s) for i, s in zip(index, strides)), as_int(storage_offset))
