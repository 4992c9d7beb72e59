"""problem: storage_index
hint: but the call returned

zip stops at the shorter one without a word.
"""


def storage_index(index, strides, storage_offset=0):
    return storage_offset + sum(i * s for i, s in zip(index, strides))
