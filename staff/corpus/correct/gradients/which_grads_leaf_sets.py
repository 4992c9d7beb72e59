"""Keeps for every tensor the leaves that it is made of."""


def which_grads(requires_grad, ops, loss):
    known = {name: frozenset([name]) if flag else frozenset() for name, flag in requires_grad.items()}
    for out, inputs in ops:
        if out in known:
            raise ValueError(f"{out} is defined a second time")
        unknown = [name for name in inputs if name not in known]
        if unknown:
            raise ValueError(f"{out}: unknown {unknown}")
        known[out] = frozenset().union(*(known[name] for name in inputs))
    if not known.get(loss):
        raise ValueError(f"loss={loss} cannot be differentiated")
    return set(known[loss])
