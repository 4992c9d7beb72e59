"""A recursion that raises Python's limit for it."""

import sys


def which_grads(requires_grad, ops, loss):
    parents = {name: () for name in requires_grad}
    for name, inputs in ops:
        if any(i not in parents for i in inputs):
            raise ValueError(f"{name} uses what is not there: {[i for i in inputs if i not in parents]}")
        if name in parents:
            raise ValueError(f"{name} twice")
        parents[name] = inputs
    if loss not in parents:
        raise ValueError(f"loss {loss} unknown")
    done = set()

    def visit(name):
        if name not in done:
            done.add(name)
            for i in parents[name]:
                visit(i)

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(parents) + 10_000)
    try:
        visit(loss)
    finally:
        sys.setrecursionlimit(before)
    filled = {name for name in done if requires_grad.get(name, False)}
    if not filled:
        raise ValueError(f"loss {loss} has no grad")
    return filled
