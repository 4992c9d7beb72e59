"""One dim at a time, by recursion."""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index has {len(index)} entries {tuple(index)}, strides {tuple(strides)}")

    def at(i, s):
        return i[0] * s[0] + at(i[1:], s[1:]) if len(i) else storage_offset

    return at(index, strides)
