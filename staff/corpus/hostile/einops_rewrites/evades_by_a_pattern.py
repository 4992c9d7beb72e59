"""problem: split_heads

A pattern of a match statement gets the methods that move axes.
"""

import torch


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    match rearrange(x, "... -> ..."):
        case torch.Tensor(reshape=divide):
            y = divide(*x.shape[:-1], num_heads, x.shape[-1] // num_heads)
    match y:
        case torch.Tensor(transpose=turn):
            return turn(-2, -3)
