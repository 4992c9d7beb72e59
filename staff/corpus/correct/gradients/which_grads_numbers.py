"""Numbers the tensors, and marks them in a bytearray."""


def which_grads(requires_grad, ops, loss):
    number = {name: i for i, name in enumerate(requires_grad)}
    edges = [()] * len(number)
    for name, inputs in ops:
        try:
            edges.append([number[i] for i in inputs])
        except KeyError as error:
            raise ValueError(f"unknown tensor {error}") from error
        if number.setdefault(name, len(number)) != len(edges) - 1:
            raise ValueError(f"duplicate tensor {name}")
    if loss not in number:
        raise ValueError(f"unknown loss {loss}")
    marks = bytearray(len(edges))
    marks[number[loss]] = 1
    for i in range(len(edges) - 1, -1, -1):
        for j in edges[i] if marks[i] else ():
            marks[j] = 1
    filled = {name for name, flag in requires_grad.items() if flag and marks[number[name]]}
    if filled:
        return filled
    raise ValueError(f"no leaf below {loss} requires grad")
