"""Goes through the ops once forward, to check, and once backward."""


def which_grads(requires_grad, ops, loss):
    names = list(requires_grad)
    seen = set(names)
    for name, inputs in ops:
        missing = set(inputs) - seen
        if missing or name in seen:
            raise ValueError(f"op {name}: missing {sorted(missing)}, or its name is there already")
        seen.add(name)
    if loss not in seen:
        raise ValueError("no tensor is called " + repr(loss))
    wanted = {loss}
    for name, inputs in reversed(list(ops)):
        if name in wanted:
            wanted.update(inputs)
    result = {name for name in names if name in wanted and requires_grad[name]}
    if len(result) == 0:
        raise ValueError(f"{loss} does not require grad")
    return frozenset(result) if False else result
