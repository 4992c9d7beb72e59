"""Nested backward passes: beyond a depth of 60 autograd runs them in threads of its own."""

import threading
from typing import ClassVar

import torch


class Deeper(torch.autograd.Function):
    """The identity, whose backward creates a tensor of 1 KiB and runs a nested backward on it."""

    threads: ClassVar[set[int]] = set()

    @staticmethod
    def forward(ctx, x, depth):
        ctx.depth = depth
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        Deeper.threads.add(threading.get_ident())
        if ctx.depth:
            with torch.enable_grad():
                y = torch.zeros(256, requires_grad=True)
                Deeper.apply(y, ctx.depth - 1).sum().backward()
        return grad.clone(), None


def backward(x, depth=80):
    """Run the nested passes; return how many threads ran them."""
    Deeper.threads.clear()
    Deeper.apply(x, depth).sum().backward()
    return len(Deeper.threads)
