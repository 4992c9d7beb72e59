"""problem: tensor_bytes

Adapters that are no functions: a class, a module, an object that runs code when it is called.
"""

import sys


class _Callable:
    def __call__(self, *args, **kwargs):
        raise SystemExit(0)

    def __getattribute__(self, name):
        raise KeyboardInterrupt


run_tensor_bytes = _Callable()


def __getattr__(name):
    raise SystemExit(0)
