"""Elements of the typed storage times their size."""

import warnings


def storage_bytes(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        storage = x.storage()
        return len(storage) * storage.element_size()
