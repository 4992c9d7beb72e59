"""problem: split_heads

A text that TorchScript compiles, whose functions no Python calls.
"""

import torch

_compiled = torch.jit.CompilationUnit("""
def split(x, n: int):
    return x.reshape(x.shape[:-1] + [n, x.shape[-1] // n]).transpose(-2, -3)
""")


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    return _compiled.split(rearrange(x, "... -> ..."), int(num_heads))
