"""A breadth-first search, and requires_grad carried forward as autograd does."""

from collections import deque


def which_grads(requires_grad, ops, loss):
    needs, parents = dict(requires_grad), {}
    for name, inputs in ops:
        for i in inputs:
            if i not in needs:
                raise ValueError(f"the op that makes {name!r} needs {i!r}: there is none")
        if name in needs:
            raise ValueError(f"{name!r} exists")
        needs[name] = any(needs[i] for i in inputs)
        parents[name] = inputs
    if loss not in needs:
        raise ValueError(f"loss {loss!r} does not exist")
    if not needs[loss]:
        raise ValueError(f"element {loss!r} does not require grad and has no grad_fn")
    queue, visited, filled = deque([loss]), {loss}, set()
    while queue:
        name = queue.popleft()
        if name not in parents:
            filled.add(name)
        for i in parents.get(name, ()):
            if needs[i] and i not in visited:
                visited.add(i)
                queue.append(i)
    return filled
