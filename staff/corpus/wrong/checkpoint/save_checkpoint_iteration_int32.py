"""problem: save_checkpoint
hint: overflowed

The iteration is kept in 32 bits.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return (_load(src, model, optimizer) + 2**31) % 2**32 - 2**31
